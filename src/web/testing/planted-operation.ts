import type { Operation } from "#shared/outbox/operation.ts";
import { announceChange } from "#web/offline/changes.ts";
import { openDatabase } from "#web/offline/database.ts";
import { currentMaker } from "#web/offline/user/phone-user.ts";

/** Inserts a row into the outbox of the device's user, as another version of the page would. @returns the row's id */
export async function plantOperation(
  row: Partial<Operation> & Pick<Operation, "endpointId" | "label">,
  body: unknown,
): Promise<string> {
  const database = await openDatabase();
  const id = `planted-${row.label}`;
  const made = { id, entity: row.label, dependsOn: [], createdAt: Date.now(), version: 1 };
  const state = { state: "queued", tries: 0, notBefore: 0, problem: null } as const;
  const userId = await currentMaker(database);
  // The store assigns the sequence number.
  await database.add("outbox", { ...made, ...state, userId, ...row } as Operation);
  await database.put("bodies", body, row.id ?? id);
  announceChange();
  return row.id ?? id;
}
