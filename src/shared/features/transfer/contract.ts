import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";

export const MAX_TRANSFER_BYTES = 4 * 1024 * 1024;
export const MAX_TRANSFER_ROWS = 5_000;
/** Problems told one by one; the report says how many there are in all. */
export const MAX_TOLD_ROWS = 500;

const MAX_DEMOTED_LETTERS = 100_000;
/** Rows of a file a report shows. */
export const MAX_SHOWN_ROWS = 10;

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
  /** Why rows are refused, by row: of a CSV file as a spreadsheet numbers them, of JSON their place in the list from 1 on. */
  problems: z
    .array(z.object({ row: z.number(), name: z.nullable(z.string()), message: z.string() }))
    .check(z.maxLength(MAX_TOLD_ROWS)),
  /** What `first` has cells of. */
  columns: z.array(z.string()),
  /** The first rows as they will be; a refused one as it is in the file. Long words are cut. */
  first: z
    .array(
      z.object({
        row: z.number(),
        does: z.enum(["added", "changed", "unchanged", "refused"]),
        cells: z.array(z.string()),
      }),
    )
    .check(z.maxLength(MAX_SHOWN_ROWS)),
  /** Pseudonyms of members who get the admin role, and of admins who lose it. */
  newAdmins: z.array(z.string()),
  formerAdmins: z.array(z.string()),
  /** False: a preview, nothing was written. */
  isImported: z.boolean(),
});
export type TransferReport = z.infer<typeof transferReport>;

/**
 * Brings rows of a file into the community: none when some are refused and may not be left out, else all, in pieces. A preview
 * says what would happen. An admin loses the role only if `demote` names them. Nothing is removed: rows that are not in the file stay. The same file again changes nothing, or does
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
    /** Pseudonyms, one a line, who may lose the admin role to this file. Nobody else does. */
    demote: z.optional(z.string().check(z.maxLength(MAX_DEMOTED_LETTERS))),
  }),
  response: transferReport,
});
