import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { instant } from "#shared/http/fields.ts";
import { problemStatus, type ProblemCode } from "#shared/http/problem.ts";
import { festivalYear } from "./contract.ts";

export const MAX_CAMP_FILE_BYTES = 48 * 1024 * 1024;
/** The maximum number of problems listed individually. The report has the total count. */
export const MAX_REPORTED_PROBLEMS = 500;
/** The maximum number of removed camps with users' marks that are named. */
export const MAX_LEFT_MARKED = 200;

const rowProblem = z.object({
  row: z.number(),
  name: z.nullable(z.string()),
  field: z.string(),
  message: z.string(),
  isRefused: z.boolean(),
});

/** The result of an import or of its preview. */
export const importReport = z.object({
  year: z.string(),
  /** The geometry used to place camps: the year's own, or `spec` for a year without one. */
  city: z.string(),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Camps of that year that are not in the file. */
  removed: z.number(),
  /** Names of the removed camps that users made a favourite or wrote a note about; their marks stay. */
  leftMarked: z.array(z.string()).check(z.maxLength(MAX_LEFT_MARKED)),
  /** Rows that are not camps. */
  refused: z.number(),
  placed: z.object({ given: z.number(), plot: z.number(), address: z.number(), none: z.number() }),
  problems: z.array(rowProblem).check(z.maxLength(MAX_REPORTED_PROBLEMS)),
  problemCount: z.number(),
  locationsFrom: z.nullable(instant),
  /** False for a preview: no data was written. */
  isImported: z.boolean(),
});
export type ImportReport = z.infer<typeof importReport>;

/** The years on this server, for the operator's page. */
export const listCampYears = defineEndpoint({
  id: "map.camp-years",
  method: "GET",
  path: "/api/playaCamps/import",
  summary: "The years imported so far. For operators.",
  response: z.object({
    years: z.array(
      z.object({
        year: z.string(),
        /** Whether it is the year on the map. */
        isCurrent: z.boolean(),
        camps: z.number(),
        locationsFrom: z.nullable(instant),
        importedAt: instant,
      }),
    ),
    /** Years with their own city. */
    cityYears: z.array(z.string()),
  }),
});
export type CampYears = z.infer<typeof listCampYears.response>;

const problemCodes = Object.keys(problemStatus);

/** The events of an import's stream, in this order: progress, then one of the final events. */
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
 * Imports a year's camps, all or nothing, and shows that year on the map. A preview reports the expected result. The file is the whole
 * year: other camps of that year are deleted. Importing the same file again has no effect.
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
    /** Import even if rows are rejected, omitting them. */
    leaveOut: z.optional(z.enum(["true"])),
    /** Camps' places are withheld until then; `none` publishes them at once. If missing, that year's setting is unchanged. */
    locationsFrom: z.optional(z.union([z.literal("none"), instant])),
  }),
  response: importEvent,
});
