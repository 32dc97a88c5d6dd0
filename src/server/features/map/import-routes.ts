import { decodeText } from "#shared/decode-text.ts";
import {
  importCamps,
  type ImportEvent,
  listCampYears,
  MAX_CAMP_FILE_BYTES,
} from "#shared/features/map/import-contract.ts";
import { cityYears } from "#shared/features/map/city/cities-by-year.ts";
import type { CampPayloadCache } from "./camp-payload.ts";
import { type CampImport, importCampFile } from "./import-service.ts";
import type { Deps } from "#server/deps.ts";
import { listYears } from "./repository.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";
import { encodeFrame, eventStream } from "#server/http/response/sse.ts";

const MINUTE = 60_000;

export function importRoutes(camps: CampPayloadCache): Route[] {
  return [
    route(listCampYears, { who: "operator" }, async ({ db }) => ({
      years: (await listYears(db)).map(({ locationsFrom, importedAt, ...year }) => ({
        ...year,
        locationsFrom: locationsFrom?.toISOString() ?? null,
        importedAt: importedAt.toISOString(),
      })),
      cityYears: [...cityYears],
    })),
    route(
      importCamps,
      { who: "operator", limits: [{ by: "everyone", max: 30, windowMs: MINUTE }] },
      async ({ actor, body, deps }) => {
        const { file, year, mode, leaveOut, locationsFrom } = body;
        if (file.size > MAX_CAMP_FILE_BYTES) throw new AppError("too-large", "The file is too large.");
        const campImport: CampImport = {
          text: decodeText(new Uint8Array(await file.arrayBuffer())).text,
          year,
          mode,
          leaveOut: leaveOut === "true",
          locationsFrom:
            locationsFrom === undefined || locationsFrom === "none"
              ? nullIfNone(locationsFrom)
              : new Date(locationsFrom),
          actorId: actor?.userId ?? null,
        };
        return eventStream(frames(runImport(deps, camps, campImport)));
      },
    ),
  ];
}

function nullIfNone(locationsFrom: "none" | undefined): null | undefined {
  return locationsFrom === "none" ? null : undefined;
}

/** The last event always reports the outcome: a stream without it was cut. */
function runImport(deps: Deps, camps: CampPayloadCache, campImport: CampImport): AsyncGenerator<ImportEvent> {
  return whileWorking(async (send) => {
    try {
      const report = await importCampFile(deps, campImport, send);
      camps.forget();
      return { type: "done", report };
    } catch (error) {
      if (error instanceof AppError) return { type: "failed", code: error.code, error: error.message };
      deps.log.error({ err: error }, "an import of camps failed");
      return {
        type: "failed",
        code: "internal",
        error: "The import failed, and nothing was changed. Please try again.",
      };
    }
  });
}

async function* frames(events: AsyncIterable<ImportEvent>): AsyncGenerator<string> {
  let id = 0;
  for await (const data of events) {
    id += 1;
    yield encodeFrame({ id, data });
  }
  yield "data: [DONE]\n\n";
}

/**
 * Streams the events that `work` emits while it runs. For work that cannot be a generator itself, because it emits from inside a
 * transaction.
 */
async function* whileWorking<T>(work: (send: (event: T) => void) => Promise<T>): AsyncGenerator<T> {
  const events: T[] = [];
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  const result = work((event) => {
    events.push(event);
    wake.resolve();
  }).finally(() => {
    isOver = true;
    wake.resolve();
  });
  // A failure is thrown below, after the events emitted before it.
  result.catch(() => undefined);
  while (!isOver || events.length > 0) {
    if (events.length === 0) await wake.promise;
    wake = Promise.withResolvers<void>();
    yield* events.splice(0);
  }
  yield await result;
}
