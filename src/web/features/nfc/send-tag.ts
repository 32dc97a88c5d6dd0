import { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { newId } from "#shared/id.ts";
import { discard } from "#web/offline/outbox.ts";
import { submit } from "#web/offline/submit.ts";

interface Tagged {
  id: string;
  title: string;
}

/**
 * Gives an item this tag, by the outbox, or takes its tag off. @param code null: off
 * @returns null when the server has it or will; else why not, as a sentence
 */
export async function sendTag(item: Tagged, code: string | null): Promise<string | null> {
  const id = newId();
  const outcome = await submit([
    {
      id,
      endpointId: code === null ? removeTag.id : setTag.id,
      entity: `tag:${item.id}`,
      params: { entryId: item.id },
      label: code === null ? `Take the tag off ${item.title}` : `Tag ${item.title}`,
      body: code === null ? {} : { code },
    },
  ]);
  switch (outcome.state) {
    case "sent":
    case "waiting":
      return null;
    case "failed":
    case "conflict":
      await discard(id);
      return outcome.problem.error;
    case "discarded":
      return "It was discarded in another window.";
    case "not-kept":
      return outcome.reason;
  }
}
