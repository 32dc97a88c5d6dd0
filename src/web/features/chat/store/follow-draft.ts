import type { ReadonlyAtom } from "@tanstack/store";
import { onLeaving } from "#web/lib/on-leaving.ts";
import { readChatDraft, saveChatDraft } from "#web/offline/drafts/chat-draft.ts";
import type { ChatSnapshot } from "./chat-state.ts";

/** Milliseconds after the last key press until the draft is stored: a dead battery loses no more than that. */
const PAUSE_MS = 400;

interface DraftStore {
  state: ReadonlyAtom<ChatSnapshot>;
  readonly unstored: string;
  changeDraft: (draft: string) => void;
}

/**
 * Restores the draft from before a reload, and stores changes until it is sent and stored elsewhere. The text of a message being edited is
 * not a draft.
 */
export async function followDraft(store: DraftStore): Promise<void> {
  // Null until the draft was read. What is stored before that is newer.
  let stored: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    const { draft, editedId } = store.state.get();
    const words = draft || store.unstored;
    if (editedId !== null || words === (stored ?? "")) return;
    stored = words;
    void saveChatDraft(words).catch(() => undefined); // a full disk: the text stays in the field only
  };
  store.state.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  onLeaving(save);
  const before = await readChatDraft();
  if (stored === null) {
    stored = before;
    if (before !== "" && store.state.get().draft === "") store.changeDraft(before);
  }
  save(); // what was typed before this store was loaded
}
