import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { decodeText } from "#shared/decode-text.ts";
import { festivalYear } from "#shared/features/map/contract.ts";
import {
  importCamps,
  importEvent,
  type ImportEvent,
  type ImportReport,
  MAX_CAMP_FILE_BYTES,
} from "#shared/features/map/import-contract.ts";
import { isProblem } from "#shared/http/problem.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { ownOrigin } from "#server/config/own-origin.ts";
import { openConfiguredDatabase } from "#server/config/configured-database.ts";
import { importCampFile } from "#server/features/map/import-service.ts";
import { AppError } from "#server/http/app-error.ts";
import { createLog } from "#server/log.ts";
import { operatorToken } from "#server/http/operator.ts";
import { OperatorError } from "#server/operator-error.ts";
import { loadSecret } from "#server/config/secret.ts";

// `npm run import-camps -- FILE --year 2024`: puts a year's camps on the map. Calls the running server (only one process can open the
// embedded database) and authenticates as its operator with the server's secret. If no server is running, it opens the database itself. Run
// it on the server's machine with the same settings.

const USE = `Use it as: npm run import-camps -- FILE --year 2024
  --preview                 say what would happen and write nothing
  --leave-out               import although some rows are refused, without them
  --locations-from INSTANT  show no place before, such as 2026-08-30T00:00:00Z; none shows them at once`;

interface Order {
  file: string;
  year: string;
  isPreview: boolean;
  leaveOut: boolean;
  locationsFrom: string | undefined;
}

try {
  const order = readOrder();
  print(await sendFile(order));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message, 1);
}

function readOrder(): Order {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        year: { type: "string" },
        preview: { type: "boolean", default: false },
        "leave-out": { type: "boolean", default: false },
        "locations-from": { type: "string" },
      },
    });
    const [file, ...rest] = positionals;
    const year = festivalYear.safeParse(values.year);
    if (file !== undefined && rest.length === 0 && year.success) {
      const { preview, "leave-out": leaveOut, "locations-from": locationsFrom } = values;
      if (!importCamps.body.shape.locationsFrom.safeParse(locationsFrom).success) fail(USE, 2);
      return { file, year: year.data, isPreview: preview, leaveOut, locationsFrom };
    }
  } catch {
    // An unknown option: print the usage below.
  }
  return fail(USE, 2);
}

async function sendFile(order: Order): Promise<ImportReport> {
  const config = readConfig(process.env);
  const origin = ownOrigin(config);
  const form = new FormData();
  form.set("file", await openFile(order.file), basename(order.file));
  form.set("year", order.year);
  form.set("mode", order.isPreview ? "preview" : "import");
  if (order.leaveOut) form.set("leaveOut", "true");
  if (order.locationsFrom !== undefined) form.set("locationsFrom", order.locationsFrom);
  let response: Response;
  try {
    response = await fetch(origin + importCamps.path, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorToken(await loadSecret(config))}` },
      body: form,
    });
  } catch {
    process.stderr.write(`No server answers at ${origin}: the database is opened here.\n`);
    return await importHere(config, order);
  }
  if (!response.ok) {
    const answer: unknown = await response.json().catch(() => null);
    if (response.status === 401)
      fail("The server does not take this secret. Give this command the same DATA_DIR or SECRET.", 1);
    fail(isProblem(answer) ? answer.error : `The server answered ${response.status}.`, 1);
  }
  return await follow(response);
}

async function importHere(config: Config, order: Order): Promise<ImportReport> {
  await using database = await openConfiguredDatabase(config, createLog("error"));
  const { locationsFrom } = order;
  const campImport = {
    text: decodeText(new Uint8Array(await (await openFile(order.file)).arrayBuffer())).text,
    year: order.year,
    mode: order.isPreview ? ("preview" as const) : ("import" as const),
    leaveOut: order.leaveOut,
    locationsFrom:
      locationsFrom === undefined || locationsFrom === "none"
        ? noneOr(locationsFrom)
        : new Date(locationsFrom),
    actorId: null,
  };
  try {
    // The server embeds new documents when it starts.
    return await importCampFile({ database, wakeEmbedding: () => undefined }, campImport, show);
  } catch (error) {
    if (error instanceof AppError) return fail(error.message, 1);
    throw error;
  }
}

function noneOr(locationsFrom: "none" | undefined): null | undefined {
  return locationsFrom === "none" ? null : undefined;
}

function show(event: ImportEvent): void {
  if (event.type === "progress") process.stderr.write(`${event.phase} ${event.done}/${event.of}\n`);
}

async function openFile(path: string): Promise<Blob> {
  try {
    const { size } = await stat(path);
    if (size > MAX_CAMP_FILE_BYTES) fail(`${path} has more than ${MAX_CAMP_FILE_BYTES / 1024 / 1024} MB.`, 1);
    return new Blob([await readFile(path)]);
  } catch (error) {
    return fail(`${path} cannot be read: ${error instanceof Error ? error.message : "unknown"}`, 1);
  }
}

async function follow(response: Response): Promise<ImportReport> {
  let rest = "";
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined || data === "[DONE]") continue;
      const event = importEvent.parse(JSON.parse(data));
      if (event.type === "done") return event.report;
      if (event.type === "failed") return fail(event.error, 1);
      show(event);
    }
  }
  return fail("The line to the server broke off. Run the command again: it changes nothing twice.", 1);
}

function print(report: ImportReport): void {
  for (const { row, name, field, message, isRefused } of report.problems) {
    const who = name === null ? "" : ` (${name})`;
    console.log(`${isRefused ? "refused" : "cleaned"}  row ${row}${who}: ${field} ${message}`);
  }
  const unlisted = report.problemCount - report.problems.length;
  if (unlisted > 0) console.log(`... and ${unlisted} more`);
  if (report.leftMarked.length > 0)
    console.log(
      `not in the file, though people marked them (who keep their notes): ${report.leftMarked.join(", ")}`,
    );
  const { given: inFile, plot, address, none } = report.placed;
  console.log(`${report.rows} rows of ${report.year}, placed in the city "${report.city}":`);
  console.log(
    `  ${report.added} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.removed} removed, ${report.refused} refused`,
  );
  console.log(
    `  ${plot} on their plot, ${inFile} at a given point, ${address} near their address, ${none} nowhere`,
  );
  if (report.locationsFrom !== null) console.log(`  places are told from ${report.locationsFrom}`);
  console.log(report.isImported ? "Imported." : "A preview: nothing was written.");
}

function fail(sentence: string, status: number): never {
  console.error(sentence);
  process.exit(status);
}
