import type { ModelOffer } from "#shared/features/models/contract.ts";
import { modelLabels, OWN_MODEL } from "#shared/features/models/labels.ts";

export interface ModelOption {
  value: string;
  label: string;
}

/**
 * The options of the model menu. Models that the provider does not have are marked with the replacement that answers instead.
 * @param offers undefined until the server has responded; then only the names are listed
 */
export function modelOptions(offers: readonly ModelOffer[] | undefined): ModelOption[] {
  if (offers === undefined) {
    return [...modelLabels, OWN_MODEL].map((label) => ({ value: label, label }));
  }
  return offers.map((offer) => ({ value: offer.label, label: optionLabel(offer) }));
}

/** A sentence about the model that will answer; null when no note is needed. */
export function answeredBy(offers: readonly ModelOffer[] | undefined, chosen: string): string | null {
  const offer = offers?.find(({ label }) => label === chosen);
  switch (offer?.status) {
    case undefined:
      return null;
    case "available":
      return `Answers come from ${offer.id}.`;
    case "unknown":
      return `Asked for as ${offer.id}. The provider does not say whether it has it.`;
    case "replaced":
      return `Not to be had here right now: ${offer.id} takes its place.`;
    case "gone":
      return `No longer offered: ${offer.id} answers instead.`;
  }
}

function optionLabel({ label, id, status }: ModelOffer): string {
  if (label === OWN_MODEL) return `${label} (${id})`;
  switch (status) {
    case "available":
    case "unknown":
      return label;
    case "replaced":
      return `${label} (now ${id})`;
    case "gone":
      return `${label} (gone, now ${id})`;
  }
}
