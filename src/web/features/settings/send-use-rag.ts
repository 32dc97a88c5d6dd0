import { setUseRag } from "#shared/features/settings/contract.ts";
import { enqueue } from "#web/offline/outbox/queue.ts";

/**
 * Sends the switch "Answer from the library" to the server, which also has to know it for questions from Telegram. A device that can neither
 * store nor send it sends it with the next message.
 */
export async function sendUseRag(useRag: boolean): Promise<void> {
  const options = { entity: "settings:use-rag", label: "Answer from the library" };
  await enqueue(setUseRag, { body: { useRag } }, options).catch(() => undefined);
}
