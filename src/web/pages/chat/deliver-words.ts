import type { WizardDraft } from "#shared/features/chat/resource-wizard.ts";
import { MAX_DESCRIPTION } from "#shared/features/resources/contract.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { deliver } from "#web/features/voice/transcription/deliver.ts";
import type { Recording } from "#web/features/voice/recording/recording.ts";
import { spokenPlace } from "#web/features/voice/transcription/spoken-place.ts";
import { saveChatDraft } from "#web/offline/drafts/chat-draft.ts";
import { showVoice } from "#web/features/voice/voice-view.ts";

/** Opens the form that adds a resource, prefilled with the spoken words. */
export type OpenResourceForm = (draft: Partial<WizardDraft>) => void;

/** Delivers a transcribed recording to its destination: the composer, the resource form or the memory recorder. */
export function deliverWords(recording: Recording, openResourceForm: OpenResourceForm): void {
  if (recording.purpose === "memory") {
    showVoice({ overlay: { purpose: "memory", recording } });
    return;
  }
  // Id of the message in the conversation that reports the result.
  const messageId = `voice:${recording.id}`;
  const place = spokenPlace(() => document.querySelector("textarea[data-chat]"));
  void deliver(recording, {
    onSettled: () => chat.later((store) => store.notes.withdraw(messageId)),
    onWords: async (words) => {
      if (recording.purpose === "chat") {
        const draft = place.insert(chat.state.get().draft, words);
        chat.changeDraft(draft);
        await saveChatDraft(draft).catch(() => undefined); // a browser that blocks storage had no recording either
      } else openResourceForm({ description: words.slice(0, MAX_DESCRIPTION) });
    },
    onFailure: (text) =>
      chat.ask((store) =>
        store.notes.showProblem(messageId, text, () => deliverWords(recording, openResourceForm)),
      ),
  });
}
