/** Milliseconds between two announcements, so that a screen reader can finish one. */
const EVERY_MS = 2_000;
/** End of a sentence, including a closing quote or bracket, or a line break. */
const SENTENCE_END = /[.!?…]["'”’)\]*_]*(?=\s)|\n+/g;

export interface SentenceAnnouncer {
  /**
   * Receives the text of an answer so far.
   * @param text the whole text, without marks
   * @param isOver whether the answer is complete
   * @param ending announced after the last sentence: "Answer complete"
   */
  update(text: string, isOver: boolean, ending: string): void;
  /** Drops the text that was not announced yet. */
  stop(): void;
}

/**
 * Announces an answer while it is streamed: whole sentences, several together when they arrive fast, at most one announcement every two
 * seconds.
 * @param announce outputs the text; the next announcement may replace it
 */
export function createSentenceAnnouncer(announce: (text: string) => void): SentenceAnnouncer {
  let announcedLength = 0;
  let text = "";
  let isOver = false;
  let ending = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announceNew(): void {
    timer = undefined;
    const end = isOver ? text.length : endOfSentences(text, announcedLength);
    const words = text.slice(announcedLength, end).replaceAll(/\s+/g, " ").trim();
    announcedLength = end;
    const parts = [words, isOver ? ending : ""].filter((part) => part !== "");
    if (parts.length === 0) return;
    lastAt = Date.now();
    announce(parts.join(" "));
    ending = "";
  }

  return {
    update(now, over, last) {
      if (isOver) return;
      // Text that turned out to be reasoning was removed.
      if (!now.startsWith(text.slice(0, announcedLength))) announcedLength = 0;
      text = now;
      isOver = over;
      ending = over ? last : "";
      const hasNews = over || endOfSentences(text, announcedLength) > announcedLength;
      if (!hasNews || timer !== undefined) return;
      const waitMs = Math.max(0, lastAt + EVERY_MS - Date.now());
      if (waitMs === 0) announceNew();
      else timer = setTimeout(announceNew, waitMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isOver = true;
    },
  };
}

/** End of the last whole sentence after `from`; `from` when there is none. */
function endOfSentences(text: string, from: number): number {
  let end = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) end = from + match.index + match[0].length;
  return end;
}
