import {
  exportCommunity,
  importCommunity,
  MAX_TRANSFER_BYTES,
  type TransferPart,
} from "#shared/features/transfer/contract.ts";
import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import {
  type Administered,
  adminsOnly,
  authorizeAdmin,
  authorizeChange,
} from "#server/features/communities/authorize.ts";
import { listResourceRecords } from "#server/features/resources/repository.ts";
import { planListings } from "#server/features/transfer/import-listings.ts";
import { memberColumns, planMembers, rowOfMember } from "#server/features/transfer/import-members.ts";
import { listingColumns, rowOfResource } from "#server/features/transfer/listing-rows.ts";
import { reportOf } from "#server/features/transfer/plan.ts";
import { type Cell, readTable, toCsv } from "#server/features/transfer/table.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";
import { type Route, route } from "#server/http/route.ts";

const HOUR_MS = 3_600_000;
const MOST = 100_000;
const byAdmins = {
  who: "user",
  object: adminsOnly,
  limits: [{ by: "account", max: 120, windowMs: HOUR_MS }],
} as const;
const planners = { listings: planListings, members: planMembers } as const;
const columnsOf = { listings: listingColumns, members: memberColumns } as const;

export const transferRoutes: Route[] = [
  route(exportCommunity, byAdmins, async ({ actor, params, query, db }) => {
    const { part, format } = query;
    const community = await authorizeAdmin(db, actor, params.communityId);
    const rows = await rowsOf(db, community, part);
    await recordAudit(db, {
      event: "transfer.export",
      actorId: actor.userId,
      objectId: community.id,
      detail: { part, rows: rows.length },
    });
    const text =
      format === "csv" ? toCsv(columnsOf[part], rows) : `${JSON.stringify({ [part]: rows }, null, 2)}\n`;
    return new Response(text, {
      headers: {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${part}.${format}"`,
      },
    });
  }),
  route(importCommunity, byAdmins, async ({ actor, params, body, deps, db, afterCommit }) => {
    const { file, part, mode, leaveOut } = body;
    // Who may not is told so before the file is looked at.
    const community = await authorizeAdmin(db, actor, params.communityId);
    if (file.size > MAX_TRANSFER_BYTES)
      throw new AppError("too-large", "The file is too large: at most 4 MB.");
    const rows = readTable(await file.text(), part);
    const planRows = planners[part];
    if (mode === "preview") return reportOf(await planRows(db, actor, community, rows), false);
    deps.database.assertWritable();
    const report = await db.transaction().execute(async (tx) => {
      const plan = await planRows(tx, actor, await authorizeChange(tx, actor, params.communityId), rows);
      const { refused } = reportOf(plan, true);
      if (refused > 0 && leaveOut !== "true") {
        throw new AppError(
          "invalid-input",
          `${refused} of ${plan.length} rows cannot be imported, so nothing was. Mend them, or leave them out.`,
        );
      }
      for (const row of plan) if (row.does === "added" || row.does === "changed") await row.apply(tx);
      return reportOf(plan, true);
    });
    afterCommit(() => deps.wakeEmbedding());
    return report;
  }),
];

async function rowsOf(
  db: Kysely<Schema>,
  community: Administered,
  part: TransferPart,
): Promise<Record<string, Cell>[]> {
  if (part === "members") return community.people.map(rowOfMember);
  const records = await listResourceRecords(db, { communityId: community.id, sort: "oldest", limit: MOST });
  return records.map(rowOfResource);
}
