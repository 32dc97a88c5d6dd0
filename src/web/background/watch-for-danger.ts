import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { type Made, onMade } from "#web/offline/changes.ts";

/**
 * Calls in which users say how they are or write to each other, with the fields that hold their words. Shared resources are left
 * out because their text describes things ("Narcan kit", "fire extinguisher"). The chat has its own check.
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

/** Looks for words of danger in everything submitted from this tab's forms, online or offline. @returns a function that stops it */
export function watchForDanger(onDanger: (kind: HelpKind) => void): () => void {
  return onMade((made) => {
    const words = made.flatMap(wordsOf).join("\n");
    if (words === "") return;
    // The rules are too large for the initial bundle. The words are stored already, so nothing waits for them.
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
