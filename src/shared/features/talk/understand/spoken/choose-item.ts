import type { Intent, Shown, TalkState } from "../intent.ts";
import { amountsIn } from "../read-amount.ts";
import type { Reading } from "../read-message.ts";

/** The item chosen in reply to "which one?": by name, size, number or position in the list. Null when none is chosen. */
export function chosenFrom(
  { what, size, ordinal, wholeText }: Reading,
  { intent, shown }: TalkState,
): Shown | null {
  const wasAsked =
    intent !== null && intent.item === null && shown.length > 1 && ASKS_BACK.has(intent.ability);
  if (!wasAsked) return null;
  if (ordinal !== null) return (ordinal === -1 ? shown.at(-1) : shown[ordinal]) ?? null;
  const sized =
    size === null
      ? []
      : shown.filter(({ title }) =>
          amountsIn(title).some(({ unit, value }) => unit === size.unit && value === size.value),
        );
  const numbers = wholeText.match(/\b\d+\b/g) ?? [];
  const numbered = shown.filter(({ title }) => numbers.some((number) => title.split(/\D+/).includes(number)));
  const named =
    what === ""
      ? []
      : shown.filter(({ title }) =>
          what.split(/\s+/).some((word) => word.length > 2 && title.toLowerCase().includes(word)),
        );
  for (const found of [sized, numbered, named]) if (found.length === 1) return found[0] ?? null;
  return null;
}

/** Abilities that need a single item or place, and ask which one if several match. */
const ASKS_BACK = new Set<Intent["ability"]>(["details", "availability", "borrow", "directions", "distance"]);
