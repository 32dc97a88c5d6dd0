import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";

export const MAX_TRANSFER_BYTES = 4 * 1024 * 1024;
export const MAX_TRANSFER_ROWS = 5_000;
/** Problems told one by one; the report says how many there are in all. */
export const MAX_TOLD_ROWS = 500;

/** What of a community travels as a file. Contacts and photos stay. */
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
  /** Why rows are refused, by row; the first row of a CSV file after its headings is 1. */
  problems: z
    .array(z.object({ row: z.number(), name: z.nullable(z.string()), message: z.string() }))
    .check(z.maxLength(MAX_TOLD_ROWS)),
  /** False: a preview, nothing was written. */
  isImported: z.boolean(),
});
export type TransferReport = z.infer<typeof transferReport>;

/**
 * Brings rows of a file into the community: none when some are refused and may not be left out, else all, in pieces. A preview
 * says what would happen. Nothing is removed: rows that are not in the file stay. The same file again changes nothing, or does
 * the rest of an import that was cut off.
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
    /** Import although rows are refused, without them. */
    leaveOut: z.optional(z.enum(["true"])),
  }),
  response: transferReport,
});
