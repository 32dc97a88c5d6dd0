import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { type Made, onMade } from "#web/offline/changes.ts";

/**
 * Calls in which people say how they are, or write to each other, with the fields that hold their words. What they share is described,
 * not told ("Narcan kit", "fire extinguisher"), and the chat listens for itself.
 */
export const PERSONAL_WORDS: Readonly<Record<string, readonly string[]>> = {
  "daily.share-thought": ["content"],
  "memories.create": ["content"],
  "memories.edit": ["content"],
  "needs.add": ["content"],
  "needs.answer": ["message"],
  "lending.request": ["message"],
  "lending.step": ["note"],
};

/** Looks for words of danger in whatever this tab's forms hand over, with or without a signal. @returns a function that stops it */
export function watchForDanger(onDanger: (kind: HelpKind) => void): () => void {
  return onMade((made) => {
    const words = made.flatMap(wordsOf).join("\n");
    if (words === "") return;
    // The rules are heavier than a page may be; the words are stored already, so nothing waits for them.
    import("#shared/features/chat/help/help-rules.ts").then(
      ({ findHelp }) => {
        const help = findHelp(words);
        if (help !== null) onDanger(help.kind);
      },
      () => undefined,
    );
  });
}

function wordsOf({ endpointId, body }: Made): string[] {
  const fields = PERSONAL_WORDS[endpointId] ?? [];
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    fields.includes(name) && typeof value === "string" ? [value] : [],
  );
}
