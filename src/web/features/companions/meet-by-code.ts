import { meetCompanion } from "#shared/features/companions/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Sends the code of a companion's tag to the server. */
export async function meetByCode(code: string) {
  return await queue(
    meetCompanion,
    { body: { kind: "tag", code } },
    { entity: `companion-tag:${code}`, label: "A companion's tag" },
  );
}
