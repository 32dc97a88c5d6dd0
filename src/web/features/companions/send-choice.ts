import { chooseCompanion } from "#shared/features/companions/contract.ts";
import { newId } from "#shared/id.ts";
import { discard } from "#web/offline/outbox.ts";
import { type Outcome, submit } from "#web/offline/submit.ts";
import type { Person } from "./companion-memory.ts";
import { waitingChoices } from "./keep-companion.ts";

/** As the specification says: three attempts in total, waiting 1 s and 2 s between them. */
const RETRIES = 2;

/** Hands a choice to the outbox, in the place of one that still waits there. */
export async function sendChoice(
  { userId }: Person,
  companion: { id: string; name: string },
): Promise<Outcome> {
  const id = newId();
  const choice = {
    id,
    endpointId: chooseCompanion.id,
    params: { userId },
    entity: `companion-choice:${userId}`,
    label: `Companion: ${companion.name}`,
    body: { userId, activeCompanion: companion.id, hasChosenCompanion: true },
    retries: RETRIES,
  };
  const outcome = await submit([choice], await waitingChoices());
  // The chooser says why it was refused; there is nothing to try again later.
  if (outcome.state === "failed" || outcome.state === "conflict") await discard(id);
  return outcome;
}
