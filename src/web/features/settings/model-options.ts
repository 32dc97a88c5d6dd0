import type { listModels, ModelOffer } from "#shared/features/models/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { OWN_MODEL } from "#shared/features/models/labels.ts";

export interface ModelOption {
  value: string;
  label: string;
}

type Menu = Pick<ResponseOf<typeof listModels>, "models" | "earlier">;

/**
 * The options of the model menu, and at its end an earlier choice that it no longer offers, marked with the model that answers instead.
 * @param menu undefined until the server has responded; then only the server's own model and the chosen one are listed
 * @param chosen the stored choice and the selected one
 */
export function modelOptions(menu: Menu | undefined, chosen: readonly string[]): ModelOption[] {
  const offers = menu?.models.map((offer) => ({ value: offer.label, label: optionLabel(offer) }));
  const options = offers ?? [{ value: OWN_MODEL, label: OWN_MODEL }];
  const missing = [...new Set(chosen)].filter((choice) => options.every(({ value }) => value !== choice));
  const labelOf = (choice: string) => {
    const offer = menu?.earlier?.find(({ label }) => label === choice);
    if (offer !== undefined) return optionLabel(offer);
    return menu === undefined ? choice : `${choice} (not offered)`;
  };
  return [...options, ...missing.map((choice) => ({ value: choice, label: labelOf(choice) }))];
}

/** A sentence about the model that will answer; null when no note is needed. */
export function answeredBy(menu: Menu | undefined, chosen: string): string | null {
  if (menu === undefined) return null;
  const offer = [...menu.models, ...(menu.earlier ?? [])].find(({ label }) => label === chosen);
  switch (offer?.status) {
    case undefined:
      return "Not offered here any more: choose another model.";
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
