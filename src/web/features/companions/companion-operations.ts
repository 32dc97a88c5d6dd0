import { chooseCompanion, meetCompanion } from "#shared/features/companions/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import type { Person } from "./companion-memory.ts";
import { waitingChoices } from "./apply-companion.ts";

/** From the specification: three attempts in total, with delays of 1 s and 2 s. */
const RETRIES = 2;

/** Stores a choice, replacing a queued one. */
export async function sendChoice({ userId }: Person, companion: { id: string; name: string }) {
  return await queue(
    chooseCompanion,
    { params: { userId }, body: { userId, activeCompanion: companion.id, hasChosenCompanion: true } },
    {
      entity: `companion-choice:${userId}`,
      label: `Companion: ${companion.name}`,
      replaces: await waitingChoices(),
      retries: RETRIES,
    },
  );
}

/** Sends the code of a companion's tag to the server. */
export async function meetByCode(code: string) {
  return await queue(
    meetCompanion,
    { body: { kind: "tag", code } },
    { entity: `companion-tag:${code}`, label: "A companion's tag" },
  );
}
