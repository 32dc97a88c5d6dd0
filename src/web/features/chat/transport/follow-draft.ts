import { readChatDraft, saveChatDraft } from "#web/offline/drafts/chat-draft.ts";
import type { ChatSnapshot } from "../store/chat-snapshot.ts";

/** Milliseconds after the last key until what is typed is stored: no more is lost with the battery. */
const PAUSE_MS = 400;

interface DraftStore {
  getSnapshot: () => ChatSnapshot;
  subscribe: (listener: () => void) => () => void;
  changeDraft: (draft: string) => void;
}

/** Brings back what was typed before a reload, and stores what is typed from now on. Words of an own message that are being changed are not a draft. */
export async function followDraft(store: DraftStore): Promise<void> {
  let stored = await readChatDraft();
  if (stored !== "" && store.getSnapshot().draft === "") store.changeDraft(stored);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    const { draft, editedId } = store.getSnapshot();
    if (editedId !== null || draft === stored) return;
    stored = draft;
    void saveChatDraft(draft).catch(() => undefined); // a full disk: it stays in the box
  };
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  addEventListener("pagehide", save);
}
