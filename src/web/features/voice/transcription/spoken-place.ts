import { insertSpoken, type Selection } from "./spoken-draft.ts";

/** Fields that had the focus: in another one, the browser's cursor is at the start, where the user never put it. */
const visited = new WeakSet<EventTarget>();

/** Notes which fields the user visits. @returns ends it */
export function watchCursor(): () => void {
  const note = ({ target }: Pick<Event, "target">) => target !== null && visited.add(target);
  note({ target: document.activeElement });
  document.addEventListener("focusin", note);
  return () => document.removeEventListener("focusin", note);
}

/** The place of spoken words in a field that the user may change until they are there. */
export interface SpokenPlace {
  /** Puts the words there, and the cursor behind them. @param draft the text so far @returns the text with them */
  insert: (draft: string, words: string) => string;
}

/**
 * The cursor of a field or its selection, which the words replace. If the text was changed since, they go to its cursor and replace nothing.
 * They go to the end of a field that the user never visited, or that is not on the page.
 * @param find the field; null while it is not on the page
 */
export function spokenPlace(find: () => HTMLTextAreaElement | null): SpokenPlace {
  const before = find();
  const chosen = before === null ? null : { text: before.value, ...selectionIn(before) };
  return {
    insert(draft, words) {
      const field = find();
      const isShown = field !== null && field.value === draft;
      const end = isShown ? selectionIn(field).end : draft.length;
      const isSame = isShown && field === before && chosen?.text === draft;
      const { text, cursor } = insertSpoken(draft, words, isSame && chosen ? chosen : { start: end, end });
      if (isShown) {
        // Before React renders the same text, which would put the cursor at its end.
        field.value = text;
        field.setSelectionRange(cursor, cursor);
      }
      return text;
    },
  };
}

function selectionIn(field: HTMLTextAreaElement): Selection {
  const { selectionStart, selectionEnd, value } = field;
  return visited.has(field)
    ? { start: selectionStart, end: selectionEnd }
    : { start: value.length, end: value.length };
}
