import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";

export const MAX_TRANSFER_BYTES = 4 * 1024 * 1024;
export const MAX_TRANSFER_ROWS = 5_000;
/** The maximum number of problems listed individually. The report has the total count. */
export const MAX_REPORTED_ROWS = 500;

const MAX_DEMOTED_LETTERS = 100_000;
/** The maximum number of a file's rows shown in a report. */
export const MAX_SHOWN_ROWS = 10;

/** The parts of a community that can be transferred as a file. Contacts and photos are not included. */
export const transferParts = ["listings", "members"] as const;
export type TransferPart = (typeof transferParts)[number];
const part = z.enum(transferParts);

export const exportCommunity = defineEndpoint({
  id: "transfer.export",
  method: "GET",
  path: "/api/loobricates/:communityId/export",
  summary: "For admins: the community's listings or members as a file.",
  params: z.strictObject({ communityId: id }),
  query: z.strictObject({ part, format: z.enum(["csv", "json"]) }),
  response: z.unknown(),
  answer: "file",
});

export const transferReport = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** The reasons why rows are rejected, by row number: for CSV as in a spreadsheet, for JSON the position in the list starting at 1. */
  problems: z
    .array(z.object({ row: z.number(), name: z.nullable(z.string()), message: z.string() }))
    .check(z.maxLength(MAX_REPORTED_ROWS)),
  /** The columns of `first`. */
  columns: z.array(z.string()),
  /** The first rows as they will be imported; a rejected row as in the file. Long texts are cut. */
  first: z
    .array(
      z.object({
        row: z.number(),
        does: z.enum(["added", "changed", "unchanged", "refused"]),
        cells: z.array(z.string()),
      }),
    )
    .check(z.maxLength(MAX_SHOWN_ROWS)),
  /** Pseudonyms of members who become admins, and of admins who lose the role. */
  newAdmins: z.array(z.string()),
  formerAdmins: z.array(z.string()),
  /** Asks the admin whether the letters are right, when the file's encoding is a guess. */
  question: z.optional(z.string()),
  /** False for a preview: no data was written. */
  isImported: z.boolean(),
});
export type TransferReport = z.infer<typeof transferReport>;

/**
 * Imports the rows of a file into the community: none if some are rejected and may not be omitted, otherwise all, in chunks. A preview
 * reports the expected result. An admin loses the role only if `demote` names them. Records that are not in the file are never deleted.
 * Importing the same file again has no effect, or completes an interrupted import.
 */
export const importCommunity = defineEndpoint({
  id: "transfer.import",
  method: "POST",
  path: "/api/loobricates/:communityId/import",
  summary: "For admins: add listings or members from a file, CSV or JSON.",
  params: z.strictObject({ communityId: id }),
  encoding: "multipart",
  queue: "never",
  maxBodyBytes: MAX_TRANSFER_BYTES + 64 * 1024,
  body: z.strictObject({
    file: z.file(),
    part,
    mode: z.enum(["preview", "import"]),
    /** Import even if rows are rejected, omitting them. */
    leaveOut: z.optional(z.enum(["true"])),
    /** Pseudonyms, one per line, of the admins who may lose the role through this file. No other admin does. */
    demote: z.optional(z.string().check(z.maxLength(MAX_DEMOTED_LETTERS))),
  }),
  response: transferReport,
});
