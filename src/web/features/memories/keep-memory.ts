import { shorten } from "#shared/shorten.ts";
import { createMemory, type Memory, memory, type MemoryType } from "#shared/features/memories/contract.ts";
import { keywordsOf } from "#shared/features/memories/keywords.ts";
import { newId } from "#shared/id.ts";
import { currentChatSettings } from "#web/lib/chat-settings.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";
import { entityOf } from "./memory-entity.ts";

interface NewMemory {
  /** Made here, so that saving twice keeps one. */
  id: string;
  type: MemoryType;
  content: string;
  /** The answer it is made from, if any. */
  messageId?: string;
  /** The answer after which it was spoken, if any. */
  afterMessageId?: string;
}

/** Kept here or on the server, or why not. */
type Kept =
  | { memory: Memory; problem: null; operationId: string }
  | { memory: null; problem: string; operationId: string | null };

const MAX_LABEL = 60;

/**
 * Hands a memory to the outbox: it is kept when the phone has it.
 * @param earlier the operation of a try before, whose place this one takes
 */
export async function keepMemory(given: NewMemory, earlier: string | null): Promise<Kept> {
  const createdAt = new Date().toISOString();
  const keywords = keywordsOf(given.content);
  const operationId = newId();
  const operation = {
    id: operationId,
    endpointId: createMemory.id,
    entity: entityOf(given.id),
    label: shorten(given.content, MAX_LABEL),
    // No userId: until it is sent, the visitor may have become somebody with an account.
    body: { ...given, keywords, createdAt, useRag: currentChatSettings().useRag },
  };
  const taken = await submitFromForm([operation], earlier === null ? [] : [earlier]);
  const here = { ...given, userId: "anonymous", keywords, source: "looby", title: null } as const;
  switch (taken.state) {
    case "sent":
      // What the server adds to what was sent.
      return { memory: { ...here, ...memory.parse(taken.result) }, problem: null, operationId };
    case "waiting":
      return { memory: { ...here, createdAt, updatedAt: createdAt }, problem: null, operationId };
    case "refused":
      // What could not be kept has taken nobody's place.
      return { memory: null, problem: taken.reason, operationId: taken.problem === null ? earlier : null };
  }
}
