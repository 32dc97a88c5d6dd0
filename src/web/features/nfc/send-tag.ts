import { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { newId } from "#shared/id.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";

interface Tagged {
  id: string;
  title: string;
}

/**
 * Gives an item this tag, by the outbox, or takes its tag off. @param code null: off
 * @returns null when the server has it or will; else why not, as a sentence
 */
export async function sendTag(item: Tagged, code: string | null): Promise<string | null> {
  const taken = await submitFromForm([
    {
      id: newId(),
      endpointId: code === null ? removeTag.id : setTag.id,
      entity: `tag:${item.id}`,
      params: { entryId: item.id },
      label: code === null ? `Take the tag off ${item.title}` : `Tag ${item.title}`,
      body: code === null ? {} : { code },
    },
  ]);
  return taken.state === "refused" ? taken.reason : null;
}
