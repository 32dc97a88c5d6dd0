import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { listOpenLoans } from "#server/features/lending/repository.ts";
import { notify } from "#server/features/notifications/notify.ts";

/** Before a resource is deleted, and its loans with it: who has it or waits for it is told. */
export async function tellRemoved(db: Kysely<Schema>, resourceId: string): Promise<void> {
  const loans = await listOpenLoans(db, resourceId);
  await notify(
    db,
    loans.map(({ borrowerId, title, state }) => ({
      userId: borrowerId,
      kind: "borrowing",
      link: "/borrowing",
      text:
        state === "handed-over"
          ? `${title} was taken out of the library. Please give it back to its owner.`
          : `${title} was taken out of the library, so it cannot be borrowed any more.`,
    })),
  );
}
