/** Milliseconds between two announcements: a screen reader must be able to finish one. */
const EVERY_MS = 2_000;
/** A closing quote or bracket belongs to its sentence; a line break ends one, too. */
const SENTENCE_END = /[.!?…]["'”’)\]*_]*(?=\s)|\n+/g;

export interface SentenceAnnouncer {
  /**
   * Takes what an answer says so far.
   * @param text all of it, without marks
   * @param isOver nothing follows
   * @param ending said after the last sentence: "Answer complete"
   */
  hear(text: string, isOver: boolean, ending: string): void;
  /** Drops what was not said yet. */
  stop(): void;
}

/**
 * Reads an answer out while it is being written: whole sentences, several at once when they come fast, at most one
 * announcement every two seconds.
 * @param announce says it; the next announcement may take its place
 */
export function createSentenceAnnouncer(announce: (text: string) => void): SentenceAnnouncer {
  let said = 0;
  let text = "";
  let isOver = false;
  let ending = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(): void {
    timer = undefined;
    const end = isOver ? text.length : endOfSentences(text, said);
    const words = text.slice(said, end).replaceAll(/\s+/g, " ").trim();
    said = end;
    const parts = [words, isOver ? ending : ""].filter((part) => part !== "");
    if (parts.length === 0) return;
    lastAt = Date.now();
    announce(parts.join(" "));
    ending = "";
  }

  return {
    hear(now, over, last) {
      if (isOver) return;
      text = now;
      isOver = over;
      ending = over ? last : "";
      const hasNews = over || endOfSentences(text, said) > said;
      if (!hasNews || timer !== undefined) return;
      const waitMs = Math.max(0, lastAt + EVERY_MS - Date.now());
      if (waitMs === 0) say();
      else timer = setTimeout(say, waitMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isOver = true;
    },
  };
}

/** Where the last whole sentence after `from` ends; `from` when there is none. */
function endOfSentences(text: string, from: number): number {
  let end = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) end = from + match.index + match[0].length;
  return end;
}
