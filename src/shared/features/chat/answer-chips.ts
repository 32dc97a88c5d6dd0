import type { MessageUi } from "./contract.ts";
import { MAX_CHIPS } from "./limits.ts";
import type { Chip } from "./proposal.ts";

/** The chips under an answer: messages the user can send next with one tap. Most answers have none. */
export function chipsOf(ui: MessageUi | null): readonly Chip[] {
  return ui !== null && "chips" in ui ? (ui.chips ?? []) : [];
}

/**
 * Adds chips to an answer: beside its offer, or alone. A help card, an unavailable model and a memory that is already saved get no chips.
 * Only the first six chips are used.
 */
export function withChips(ui: MessageUi | null, chips: readonly Chip[]): MessageUi | null {
  const some = chips.slice(0, MAX_CHIPS);
  if (some.length === 0) return ui;
  switch (ui?.type) {
    case undefined:
    case "chips":
      return { type: "chips", chips: some };
    case "proposal":
    case "memory-offer":
      return { ...ui, chips: some };
    case "help-card":
    case "model-away":
    case "memory-created":
      return ui;
  }
}
