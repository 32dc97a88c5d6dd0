import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Camp, CampCard } from "#shared/features/map/camps/camp.ts";
import { type CampFile, readCampFile, type ReadCamp } from "#shared/features/map/camps/camp-file.ts";
import type { RowProblem } from "#shared/features/map/camps/camp-row.ts";
import { cityOfYear } from "#shared/features/map/city/cities-by-year.ts";
import { type City, specCity } from "#shared/features/map/city/city.ts";
import {
  type ImportEvent,
  type ImportReport,
  MAX_REPORTED_PROBLEMS,
} from "#shared/features/map/import-contract.ts";
import { sameCamps } from "#shared/features/map/camps/same-camps.ts";
import { isNear, placeImported } from "#shared/features/map/camps/place-imported.ts";
import { isFields } from "#shared/json-fields.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  findYear,
  listCampsOfYear,
  listLeftCamps,
  listLeftMarked,
  removeCampsExcept,
  saveCamps,
  type StoredCamp,
  storeYear,
} from "./repository.ts";
import { isHidden, writeCampDocuments } from "./embargo.ts";
import { AppError } from "#server/http/app-error.ts";
import { recordAudit } from "#server/http/audit.ts";

export interface CampImport {
  text: string;
  year: string;
  mode: "preview" | "import";
  leaveOut: boolean;
  /** Undefined: unchanged. */
  locationsFrom: Date | null | undefined;
  /** Null: the operator's command line. */
  actorId: string | null;
}

type Readable = Extract<CampFile, { isReadable: true }>;
type ImportDeps = Pick<Deps, "database" | "wakeEmbedding">;
type SendEvent = (event: ImportEvent) => void;

/**
 * Reads the file, places its camps and, unless it is a preview, replaces the year's camps and their search documents in one
 * transaction.
 * @throws AppError `invalid-input` for an unreadable file, or one with invalid rows that the caller did not agree to skip
 */
export async function importCampFile(
  deps: ImportDeps,
  campImport: CampImport,
  send: SendEvent,
): Promise<ImportReport> {
  send({ type: "progress", phase: "reading", done: 0, of: 1 });
  const file = readCampFile(campImport.text, campImport.year);
  if (!file.isReadable) throw new AppError("invalid-input", file.message);
  send({ type: "progress", phase: "placing", done: 0, of: file.camps.length });
  const city = cityOfYear(campImport.year) ?? specCity;
  const before = await listCampsOfYear(deps.database.kysely, campImport.year);
  const left = await listLeftCamps(deps.database.kysely, campImport.year);
  const camps = asStored(before, left, withCards(placeImported(city, file.camps), file.camps));
  const problems = [...file.problems, ...file.camps.flatMap((camp) => farAway(city, camp))];
  send({ type: "progress", phase: "comparing", done: 0, of: camps.length });
  const known = await findYear(deps.database.kysely, campImport.year);
  const asked =
    campImport.locationsFrom === undefined ? (known?.locationsFrom ?? null) : campImport.locationsFrom;
  const locationsFrom = isHidden(asked) ? asked : null;
  const report = {
    year: campImport.year,
    city: city.id,
    rows: file.rows,
    ...compare(before, camps),
    leftMarked: await listLeftMarked(deps.database.kysely, campImport.year, idsOf(camps)),
    refused: countRefused(file),
    placed: countPlaces(camps),
    problems: problems
      .toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused) || a.row - b.row)
      .slice(0, MAX_REPORTED_PROBLEMS),
    problemCount: problems.length,
    locationsFrom: locationsFrom?.toISOString() ?? null,
  };
  if (campImport.mode === "preview") return { ...report, isImported: false };
  refuseUnlessWanted(report, campImport.leaveOut);
  const contentHash = createHash("sha256").update(JSON.stringify(camps)).digest("base64url");
  const isSame =
    known !== null &&
    known.isCurrent &&
    known.contentHash === contentHash &&
    known.locationsFrom?.getTime() === locationsFrom?.getTime();
  if (!isSame) await write(deps, { ...campImport, city, camps, contentHash, locationsFrom }, send);
  return { ...report, isImported: true };
}

async function write(
  deps: ImportDeps,
  campImport: CampImport & {
    city: City;
    camps: StoredCamp[];
    contentHash: string;
    locationsFrom: Date | null;
  },
  send: SendEvent,
): Promise<void> {
  const { year, city, camps, contentHash, locationsFrom } = campImport;
  const reportProgress = (done: number) =>
    send({ type: "progress", phase: "writing", done, of: camps.length });
  deps.database.assertWritable();
  await deps.database.maintenance(({ kysely }) =>
    kysely.transaction().execute(async (db) => {
      await saveCamps(db, camps, reportProgress);
      await removeCampsExcept(db, year, idsOf(camps));
      await storeYear(db, { year, contentHash, locationsFrom });
      await writeCampDocuments(
        db,
        city,
        camps.map(({ camp }) => camp),
        isHidden(locationsFrom),
      );
      await recordImport(db, campImport);
    }),
  );
  deps.wakeEmbedding();
}

async function recordImport(
  db: Kysely<Schema>,
  {
    actorId,
    year,
    camps,
    locationsFrom,
  }: Pick<CampImport, "actorId" | "year"> & { camps: StoredCamp[]; locationsFrom: Date | null },
) {
  await recordAudit(db, {
    event: "map.import-camps",
    actorId,
    objectId: year,
    detail: { camps: camps.length, locationsFrom: locationsFrom?.toISOString() ?? "none" },
  });
}

function refuseUnlessWanted(
  report: Pick<ImportReport, "refused" | "rows" | "problems">,
  leaveOut: boolean,
): void {
  const { refused, rows, problems } = report;
  if (refused === rows)
    throw new AppError("invalid-input", "No row of the file is a camp. Nothing was imported.");
  if (refused === 0 || leaveOut) return;
  const [first] = problems;
  const example = first === undefined ? "" : ` The first: row ${first.row}, ${first.field} ${first.message}`;
  throw new AppError(
    "invalid-input",
    `${refused} of ${rows} rows cannot be imported, so nothing was. Mend them, or leave them out.${example}`,
  );
}

function countRefused(file: Readable): number {
  return new Set(file.problems.filter(({ isRefused }) => isRefused).map(({ row }) => row)).size;
}

function withCards(placed: readonly Camp[], read: readonly ReadCamp[]): StoredCamp[] {
  const cards = new Map(read.map(({ camp, card }): [string, CampCard] => [camp.id, card]));
  return placed.map((camp) => ({ camp, card: cards.get(camp.id) ?? { offerings: [], events: [] } }));
}

/** The camps of a file with the ids under which they are stored already, or will be. */
function asStored(
  before: readonly StoredCamp[],
  left: Parameters<typeof sameCamps>[2],
  now: readonly StoredCamp[],
): StoredCamp[] {
  const campOf = ({ camp }: StoredCamp) => camp;
  const same = sameCamps(before.map(campOf), now.map(campOf), left);
  return now.map(({ camp, card }) => ({ camp: { ...camp, id: same.get(camp.id) ?? camp.id }, card }));
}

function idsOf(camps: readonly StoredCamp[]): string[] {
  return camps.map(({ camp }) => camp.id);
}

function farAway(city: typeof specCity, { row, camp, point }: ReadCamp): RowProblem[] {
  if (point === null || isNear(city, point)) return [];
  const message = "and longitude are far from the city; the camp is placed by its address.";
  return [{ row, name: camp.name, field: "latitude", message, isRefused: false }];
}

function compare(before: readonly StoredCamp[], now: readonly StoredCamp[]) {
  const known = new Map(before.map((stored) => [stored.camp.id, canonical(stored)]));
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  for (const stored of now) {
    const old = known.get(stored.camp.id);
    known.delete(stored.camp.id);
    counts[old === undefined ? "added" : old === canonical(stored) ? "unchanged" : "changed"] += 1;
  }
  return { ...counts, removed: known.size };
}

/** The database returns keys in a different order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function countPlaces(camps: readonly StoredCamp[]): ImportReport["placed"] {
  const counts = { given: 0, plot: 0, address: 0, none: 0 };
  for (const { camp } of camps) counts[camp.placement?.method ?? "none"] += 1;
  return counts;
}
