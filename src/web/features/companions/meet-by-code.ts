import { meetCompanion } from "#shared/features/companions/contract.ts";
import { queue } from "#web/offline/outbox/queue.ts";

/** Tells the server what a companion's tag said. */
export async function meetByCode(code: string) {
  return await queue(
    meetCompanion,
    { body: { kind: "tag", code } },
    { entity: `companion-tag:${code}`, label: "A companion's tag" },
  );
}
