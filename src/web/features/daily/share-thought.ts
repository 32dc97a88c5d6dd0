import { processThought, shareThought } from "#shared/features/daily/contract.ts";
import { newId } from "#shared/id.ts";
import { discard, keep } from "#web/offline/outbox.ts";
import { submit } from "#web/offline/submit.ts";
import { showToast } from "#web/ui/toast.ts";

const MAX_LABEL = 60;

/** What became of a thought that was handed over. */
export type Shared =
  /** The server has it; ids of companions met by it. */
  | { state: "sent"; discovered: readonly string[] }
  /** This device keeps it until there is a signal. */
  | { state: "waiting" }
  | { state: "problem"; problem: string };

/**
 * Hands a thought to the outbox: the memory first, then what it is about, which may fail without anybody missing it.
 * @param id of the memory; the same one again makes no second
 */
export async function share(id: string, content: string): Promise<Shared> {
  const timestamp = new Date().toISOString();
  const thought = {
    id: newId(),
    endpointId: shareThought.id,
    entity: `memory:${id}`,
    label: content.length <= MAX_LABEL ? content : `${content.slice(0, MAX_LABEL - 1)}…`,
    // No userId: until it is sent, the visitor may have become somebody with an account.
    body: { id, content, timestamp },
  };
  const outcome = await submit([thought]);
  switch (outcome.state) {
    case "sent":
      await process(id, content, timestamp, []);
      return { state: "sent", discovered: shareThought.response.parse(outcome.result).discovered };
    case "waiting":
      await process(id, content, timestamp, [thought.id]);
      return { state: "waiting" };
    case "failed":
    case "conflict":
      // It goes on in this form and not in the outbox.
      await discard(thought.id);
      return { state: "problem", problem: outcome.problem.error };
    case "discarded":
      return { state: "problem", problem: "It was discarded in another window." };
    case "not-kept":
      return { state: "problem", problem: outcome.reason };
  }
}

async function process(id: string, content: string, timestamp: string, dependsOn: string[]): Promise<void> {
  const body = { id, content, timestamp, source: "looby", type: "memory" };
  const operation = {
    endpointId: processThought.id,
    entity: `memory:${id}`,
    label: "What it is about",
    body,
  };
  try {
    await keep([{ ...operation, dependsOn }]);
  } catch {
    showToast({ kind: "info", text: "Your thought is saved. Your companion could not be told of it." });
  }
}
