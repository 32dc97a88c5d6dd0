import { useEffect } from "react";

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when the page has replaced the build's HTML. Earlier data would differ from that HTML, and the view be painted twice. */
export const pageShown: Promise<void> = promise;

/** Notes that the first view, or its error, is rendered. */
export function notePageShown(): void {
  resolve();
}

/** Marks the time at which the screen has what a view's visitor waits for: `npm run bench page` reads it. */
export function useShownMark(name: string, isShown: boolean): void {
  useEffect(() => {
    // The timer runs after the frame is painted.
    if (isShown) requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
  }, [name, isShown]);
}

/** Words that the script in index.html stores when the page is left: the draft, and messages that were sent, oldest first. */
interface HeldWords {
  draft: string;
  /** The id is empty until the message has one. */
  unstored: readonly { id: string; text: string }[];
}

/** Makes the script in index.html hold these words; null when the page stores its words itself. */
export function holdWords(words: HeldWords | null): void {
  const { dataset } = document.documentElement;
  dataset["draft"] = words?.draft ?? "";
  dataset["asked"] = JSON.stringify(words?.unstored ?? []);
}

/**
 * Ends the hold of the script in index.html: from here on React handles taps and messages.
 * @returns the messages that were sent during the hold, and those of an earlier page that could not send them
 */
export function endHold(): HeldWords["unstored"] {
  const held = document.querySelector("[data-is-rendered]");
  if (held === null) return [];
  held.removeAttribute("data-is-rendered");
  document.querySelector(".missing")?.remove();
  return JSON.parse(document.documentElement.dataset["asked"] ?? "[]") as HeldWords["unstored"]; // written there and above
}
