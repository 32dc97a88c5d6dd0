import { withoutOtherLinks } from "#shared/features/chat/model-links.ts";

export interface LinkFilter {
  /** Accepts the next chunk of the stream and returns the text that is final so far. */
  push(chunk: string): string;
  /** Ends the stream and returns the text that was held back. */
  end(): string;
}

/** The end of a text that may become a link or an address with the next chunk. */
const STARTED = new RegExp(
  [
    String.raw`!?\[[^[\]]{0,300}(?:\](?:\([^()\n]{0,2400}(?:\)[^\s<>"[\]]{0,200})?)?)?`,
    String.raw`!`,
    String.raw`\b(?:ht{0,2}|https?|w{1,3}|m|ma|mai|mailt?|mailto|te?|tel|sms?)`,
    String.raw`(?:[a-z][a-z\d+.-]{0,20})?:(?:\/(?:\/[^\s<>"]{0,2100})?)?`,
    String.raw`\b(?:www\.|(?:mailto|tel|sms):)[^\s<>"]{0,2100}`,
    String.raw`[\w.+-]{0,64}@[\w.-]{0,250}`,
  ]
    .map((start) => `(?:${start})$`)
    .join("|"),
  "i",
);

/**
 * Removes all links except the allowed ones from a streamed answer, wherever chunk boundaries cut them.
 * @param allowed canonical addresses; may grow while the answer streams
 */
export function createLinkFilter(allowed: ReadonlySet<string>): LinkFilter {
  let held = "";
  return {
    push(chunk) {
      held += chunk;
      const certain = STARTED.exec(held)?.index ?? held.length;
      const text = held.slice(0, certain);
      held = held.slice(certain);
      return withoutOtherLinks(text, allowed);
    },
    end() {
      const text = held;
      held = "";
      return withoutOtherLinks(text, allowed);
    },
  };
}
