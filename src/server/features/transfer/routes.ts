import type { Kysely } from "kysely";
import { foldPseudonym } from "#shared/features/account/pseudonym.ts";
import {
  exportCommunity,
  importCommunity,
  MAX_TRANSFER_BYTES,
  type TransferPart,
} from "#shared/features/transfer/contract.ts";
import type { Schema } from "#server/db/schema.ts";
import {
  type Administered,
  adminsOnly,
  authorizeAdmin,
} from "#server/features/communities/people/authorize.ts";
import { listResourceRecords } from "#server/features/resources/repository.ts";
import { listingsKind } from "./import-listings.ts";
import { memberColumns, membersKind, rowOfMember } from "./import-members.ts";
import { importRows } from "./import-rows.ts";
import { listingColumns, rowOfResource } from "./listing-rows.ts";
import { type Cell, readTable, toCsv } from "./table.ts";
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
const shapes = {
  listings: { name: "listings", columns: listingColumns, needed: ["title", "description", "type"] },
  members: { name: "members", columns: memberColumns, needed: ["pseudonym"] },
} as const;

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
      format === "csv" ? toCsv(shapes[part].columns, rows) : `${JSON.stringify({ [part]: rows }, null, 2)}\n`;
    return new Response(text, {
      headers: {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${part}.${format}"`,
      },
    });
  }),
  route(importCommunity, byAdmins, async ({ actor, params, body, deps, db, afterCommit }) => {
    const { file, part, mode, leaveOut, demote } = body;
    // Callers without permission are refused before the file is read.
    const community = await authorizeAdmin(db, actor, params.communityId);
    if (file.size > MAX_TRANSFER_BYTES)
      throw new AppError("too-large", "The file is too large: at most 4 MB.");
    const { rows, question } = readTable(new Uint8Array(await file.arrayBuffer()), shapes[part]);
    const named = new Set((demote ?? "").split(/\r?\n/).map(foldPseudonym));
    const mayDemote = (pseudonym: string) => named.has(foldPseudonym(pseudonym));
    const order = { communityId: community.id, rows, mode, leaveOut: leaveOut === "true", mayDemote };
    const report =
      part === "listings"
        ? await importRows(deps, actor, listingsKind, order)
        : await importRows(deps, actor, membersKind, order);
    if (report.isImported) afterCommit(() => deps.wakeEmbedding());
    return { ...report, ...(question !== null && { question }) };
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
