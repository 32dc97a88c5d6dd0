import { processThought, shareThought } from "#shared/features/daily/contract.ts";
import { shorten } from "#shared/shorten.ts";
import { newId } from "#shared/id.ts";
import { currentChatSettings } from "#web/lib/chat-settings.ts";
import { keep } from "#web/offline/outbox.ts";
import type { Submission } from "#web/offline/submit.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";

const MAX_LABEL = 60;

/** What became of a thought that was handed over. */
export type Shared =
  /** The server has it; ids of companions met by it. */
  | { state: "sent"; discovered: readonly string[] }
  /** This device keeps it until there is a signal. */
  | { state: "waiting" }
  | { state: "problem"; problem: string };

/**
 * Hands a thought, or a memory, to the outbox: first the memory, then what it is about: two calls about one row. The second
 * one may fail; that is only noted.
 * @param id of the memory; the same one again makes no second
 */
export async function share(id: string, content: string): Promise<Shared> {
  const about = { entity: `memory:${id}`, label: shorten(content, MAX_LABEL) };
  // No userId: until it is sent, the visitor may have become somebody with an account.
  const { useRag } = currentChatSettings();
  const body = { id, content, timestamp: new Date().toISOString() };
  const thought = { ...about, id: newId(), endpointId: shareThought.id, body: { ...body, useRag } };
  const meaning = {
    ...about,
    id: newId(),
    endpointId: processThought.id,
    body: { ...body, source: "looby", type: "memory" },
  };
  const taken = await submitFromForm([thought]);
  switch (taken.state) {
    case "sent":
      void enrich(meaning);
      return { state: "sent", discovered: shareThought.response.parse(taken.result).discovered };
    case "waiting":
      await keep([{ ...meaning, dependsOn: [thought.id] }]).catch(note);
      return { state: "waiting" };
    case "refused":
      return { state: "problem", problem: taken.reason };
  }
}

async function enrich(meaning: Submission): Promise<void> {
  const taken = await submitFromForm([meaning]);
  if (taken.state === "refused") note(taken.problem ?? taken.reason);
}

/** The specification wants it noted, and the person has nothing to do about it. */
function note(reason: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn("The memory is saved, but what it is about was not found out.", reason);
}
