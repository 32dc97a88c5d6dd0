import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";

/** Multi-line form fields, except descriptions of things ("Narcan kit", "fire extinguisher") and the chat, which checks its own text. */
const PERSONAL_FIELDS = "textarea:not([data-about-things]):not([data-chat])";

/**
 * Looks for words of danger in every form the user submits, before the form's rules, a missing sign-in or the server can reject it.
 * @returns a function that stops it
 */
export function watchForDanger(onDanger: (kind: HelpKind) => void): () => void {
  const handleSubmit = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    const fields = [...target.querySelectorAll<HTMLTextAreaElement>(PERSONAL_FIELDS)];
    const words = fields.map(({ value }) => value).join("\n");
    if (words.trim() === "") return;
    // The rules are too large for the initial bundle.
    import("#shared/features/chat/help/help-rules.ts").then(
      ({ findHelp }) => {
        const kind = findHelp(words);
        if (kind !== null) onDanger(kind);
      },
      () => undefined,
    );
  };
  document.addEventListener("submit", handleSubmit, { capture: true });
  return () => document.removeEventListener("submit", handleSubmit, { capture: true });
}
