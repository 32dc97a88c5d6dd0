import { type FormEvent, useRef, useState } from "react";
import type { Memory, MemoryType } from "#shared/features/memories/contract.ts";
import { tooShort } from "#shared/features/memories/length-rule.ts";
import { newId } from "#shared/id.ts";
import type { FormDraft } from "#web/offline/drafts/use-form-draft.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { sendMemory } from "./queue-memory.ts";

interface MemoryDraft {
  /** That of the form, as in `useQueuedMutation`. */
  draft?: Pick<FormDraft, "drop" | "sendAs">;
  type: MemoryType;
  content: string;
  /** Position of the memory in the conversation. */
  place: () => { messageId?: string; afterMessageId?: string };
  onSaved: (memory: Memory) => void;
}

/** Saves the content of a form as a memory, once, online or offline. A text that is too short is rejected with the server's reason. */
export function useSaveMemory({ type, content, place, onSaved, ...form }: MemoryDraft) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useRef(newId());
  const saving = useQueuedMutation({
    ...form,
    send: async (words: string, operationId) => {
      return await sendMemory({ id: id.current, type, content: words, ...place() }, operationId);
    },
    failure: "It could not be saved. Please try again.",
    onDone: ({ memory }) => onSaved(memory),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const reason = tooShort(type, content);
    setProblem(reason);
    if (reason === null) saving.mutate(content.trim());
  }
  return { problem: problem ?? saving.error, isPending: saving.isPending, handleSubmit };
}
