import type { Kysely } from "kysely";
import type { TransferReport } from "#shared/features/transfer/contract.ts";
import { shorten } from "#shared/shorten.ts";
import { inPieces } from "#server/db/in-pieces.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  type Administered,
  authorizeAdmin,
  authorizeChange,
} from "#server/features/communities/people/authorize.ts";
import { adminsOf, type PlannedRow, reportOf, type Shown } from "./plan.ts";
import type { FileRow } from "./table.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/** The import of one kind of file. */
export interface ImportKind<Read, Change> {
  /** Parses rows and finds duplicates in the file. Changes nothing. */
  read(db: Kysely<Schema>, community: Administered, rows: readonly FileRow[]): Promise<Read[]>;
  /** The rows for a report. */
  show(read: readonly Read[], rows: readonly FileRow[]): Shown;
  /** The effect of these rows on the current data, in order. */
  plan(
    db: Kysely<Schema>,
    actor: Actor,
    community: Administered,
    read: readonly Read[],
  ): Promise<PlannedRow<Change>[]>;
  /** @throws AppError `quota-reached` when there is no room for the planned rows */
  assertRoom(
    deps: ImportWorld,
    actor: Actor,
    community: Administered,
    plan: readonly PlannedRow<Change>[],
  ): Promise<void>;
  /** Applies the plan in this transaction. */
  apply(
    tx: Kysely<Schema>,
    actor: Actor,
    community: Administered,
    plan: readonly PlannedRow<Change>[],
  ): Promise<void>;
}

type ImportWorld = Pick<Deps, "config" | "database" | "embedder">;

export interface ImportOrder {
  communityId: string;
  rows: readonly FileRow[];
  mode: "preview" | "import";
  /** Skip refused rows and import the others. */
  leaveOut: boolean;
  /** Whether the file may take the role from this admin. */
  mayDemote: (pseudonym: string) => boolean;
}

/**
 * Previews or imports a file. Nothing is imported when a row is refused and refused rows may not be skipped. Otherwise rows are written in
 * pieces, so that other requests get in between. The pieces written before an interruption remain; importing the same file again completes
 * it.
 * @throws AppError `forbidden`, `invalid-input` for rows that are refused, `quota-reached`
 */
export async function importRows<Read, Change>(
  deps: ImportWorld,
  actor: Actor,
  kind: ImportKind<Read, Change>,
  order: ImportOrder,
): Promise<TransferReport> {
  const { communityId, rows, mode } = order;
  const db = deps.database.kysely;
  const community = await authorizeAdmin(db, actor, communityId);
  const read = await kind.read(db, community, rows);
  const plan = await kind.plan(db, actor, community, read);
  const shown = kind.show(read, rows);
  if (mode === "preview") return reportOf(plan, rows, shown, false);
  deps.database.assertWritable();
  assertWanted(plan, order);
  await kind.assertRoom(deps, actor, community, plan);
  const toDo = read.flatMap((row, index) => {
    const does = plan[index]?.does;
    return does === "added" || does === "changed" ? [{ row, index }] : [];
  });
  await inPieces(deps.database, toDo, async (tx, piece) => {
    // Planned with the current data: other admins may have changed it in between, and this admin may have lost the role.
    const held = await authorizeChange(tx, actor, communityId);
    const steps = await kind.plan(
      tx,
      actor,
      held,
      piece.map(({ row }) => row),
    );
    assertNamed(steps, order);
    await kind.apply(tx, actor, held, steps);
    for (const [place, { index }] of piece.entries()) {
      const step = steps[place];
      if (step !== undefined) plan[index] = step;
    }
  });
  return reportOf(plan, rows, shown, true);
}

function assertWanted(plan: readonly PlannedRow<unknown>[], order: ImportOrder): void {
  const refused = plan.filter(({ does }) => does === "refused").length;
  if (refused > 0 && !order.leaveOut) {
    throw new AppError(
      "invalid-input",
      `${refused} of ${plan.length} rows cannot be imported, so nothing was. Mend them, or leave them out.`,
    );
  }
  assertNamed(plan, order);
}

function assertNamed(plan: readonly PlannedRow<unknown>[], { mayDemote }: ImportOrder): void {
  const unnamed = adminsOf(plan, "lost").filter((pseudonym) => !mayDemote(pseudonym));
  if (unnamed.length === 0) return;
  const names = shorten(unnamed.join(", "), 300);
  throw new AppError(
    "invalid-input",
    `This file takes the admin role from ${names}. Confirm that by name, or take the row out.`,
  );
}
