import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { instant } from "#shared/http/fields.ts";
import { problemStatus, type ProblemCode } from "#shared/http/problem.ts";
import { festivalYear } from "./contract.ts";

export const MAX_CAMP_FILE_BYTES = 48 * 1024 * 1024;
/** Problems told one by one; the report says how many there are in all. */
export const MAX_TOLD_PROBLEMS = 500;

const rowProblem = z.object({
  row: z.number(),
  name: z.nullable(z.string()),
  field: z.string(),
  message: z.string(),
  isRefused: z.boolean(),
});

/** What an import did, or would do. */
export const importReport = z.object({
  year: z.string(),
  /** The geometry camps are placed by: the year's own, or `spec` for a year without one. */
  city: z.string(),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Camps of that year that the file does not have. */
  removed: z.number(),
  /** Rows that are no camps. */
  refused: z.number(),
  placed: z.object({ given: z.number(), plot: z.number(), address: z.number(), none: z.number() }),
  problems: z.array(rowProblem).check(z.maxLength(MAX_TOLD_PROBLEMS)),
  problemCount: z.number(),
  locationsFrom: z.nullable(instant),
  /** False: a preview, nothing was written. */
  isImported: z.boolean(),
});
export type ImportReport = z.infer<typeof importReport>;

/** Which years are here, for the operator's page. */
export const listCampYears = defineEndpoint({
  id: "map.camp-years",
  method: "GET",
  path: "/api/playaCamps/import",
  summary: "The years imported so far. For operators.",
  response: z.object({
    years: z.array(
      z.object({
        year: z.string(),
        /** The one on the map. */
        isCurrent: z.boolean(),
        camps: z.number(),
        locationsFrom: z.nullable(instant),
        importedAt: instant,
      }),
    ),
    /** Years with a city of their own. */
    cityYears: z.array(z.string()),
  }),
});
export type CampYears = z.infer<typeof listCampYears.response>;

const problemCodes = Object.keys(problemStatus);

/** What the stream of an import tells, in this order: how far it is, then one of the ends. */
export const importEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("progress"),
    phase: z.enum(["reading", "placing", "comparing", "writing"]),
    done: z.number(),
    of: z.number(),
  }),
  z.object({ type: z.literal("done"), report: importReport }),
  z.object({
    type: z.literal("failed"),
    code: z.string().check(z.refine((code): code is ProblemCode => problemCodes.includes(code))),
    error: z.string(),
  }),
]);
export type ImportEvent = z.infer<typeof importEvent>;

/**
 * Imports a year's camps, all or nothing, and shows that year on the map; a preview says what would happen. The file is the
 * whole year: its other camps go. The same file again changes nothing.
 */
export const importCamps = defineEndpoint({
  id: "map.import-camps",
  method: "POST",
  path: "/api/playaCamps/import",
  summary: "Import the camps of a year from a file in the public camp format. For operators.",
  encoding: "multipart",
  queue: "never",
  answer: "event-stream",
  maxBodyBytes: MAX_CAMP_FILE_BYTES + 64 * 1024,
  body: z.strictObject({
    file: z.file(),
    year: festivalYear,
    mode: z.enum(["preview", "import"]),
    /** Import although rows are refused, without them. */
    leaveOut: z.optional(z.enum(["true"])),
    /** No place is told before; `none` tells them at once. Without it what was said for that year stays. */
    locationsFrom: z.optional(z.union([z.literal("none"), instant])),
  }),
  response: importEvent,
});
