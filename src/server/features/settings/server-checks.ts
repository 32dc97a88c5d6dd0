import { statfs } from "node:fs/promises";
import type { Deps } from "#server/deps.ts";
import type { ServerCheck } from "#shared/features/settings/operator-contract.ts";
import { NEEDED_WINDOW } from "#shared/features/chat/limits.ts";
import { isOnlyHere } from "#shared/http/only-here.ts";
import type { Config } from "#server/config/config.ts";
import { isEveryAddress } from "#server/config/own-origin.ts";
import { hostTest } from "#server/http/request/request-guards.ts";
import type { ProxiedRequest } from "#server/http/request/seen-requests.ts";
import { type LanguageModel, ModelError, type ModelFailure } from "#server/platform/llm/language-model.ts";
import type { ClockJump } from "./clock-watch.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a list of models may take. */
const LIST_MS = 5_000;

/** The state of a running server. */
export interface ServerFacts {
  config: Pick<Config, "publicUrl" | "host" | "trustProxy" | "backups"> & {
    database: Pick<Config["database"], "freeSpaceFloorBytes">;
  };
  proxied: ProxiedRequest | null;
  /** How far each phone's clock is ahead, in ms. */
  phonesAheadMs: readonly number[];
  now: Date;
  clock: { isTrusted: boolean; lastJump: ClockJump | null };
  database: { engine: string; version: string; hasVector: boolean };
  lastBackup: Date | null;
  /** On the disk of the data folder; null without one. */
  freeBytes: number | null;
  /** Null: search mode. */
  model: ModelFacts | null;
}

interface ModelFacts {
  name: string;
  /** Why its server does not list its models now; null when it does, or has no list. */
  failure: ModelFailure["code"] | null;
  /** In tokens; null when its server does not list it. */
  window: number | null;
}

/** The facts of this moment. */
export async function factsOf(deps: Deps): Promise<ServerFacts> {
  const { config, clock, database, languageModel, seen } = deps;
  const disk = await statfs(config.dataDir).catch(() => null); // no such folder: the data is elsewhere
  return {
    config,
    proxied: seen.proxied,
    phonesAheadMs: seen.phonesAheadMs,
    now: new Date(),
    clock,
    database,
    lastBackup: database.lastBackup?.at ?? null,
    freeBytes: disk === null ? null : disk.bavail * disk.bsize,
    model: languageModel === null ? null : await factsOfModel(languageModel),
  };
}

/** The model as its server lists it now. */
export async function factsOfModel(
  model: Pick<LanguageModel, "defaultModel" | "listModels">,
): Promise<ModelFacts> {
  const name = model.defaultModel;
  try {
    const listed = (await model.listModels(AbortSignal.timeout(LIST_MS))) ?? [];
    // A server with one model answers with it, whatever name is asked for.
    const found = listed.find(({ id }) => id === name) ?? (listed.length === 1 ? listed[0] : undefined);
    return { name, failure: null, window: found?.window ?? null };
  } catch (error) {
    const failure = error instanceof ModelError ? error.failure.code : "unavailable";
    return { name, failure, window: null };
  }
}

/** The checks of a server, in the order to read them. */
export function serverChecks(facts: ServerFacts): ServerCheck[] {
  return [
    { subject: "Address", ...ofAddress(facts) },
    { subject: "Proxy", ...ofProxy(facts) },
    { subject: "Clock", ...ofClock(facts) },
    { subject: "Phones’ clocks", ...ofPhones(facts) },
    { subject: "Backups", ...ofBackups(facts) },
    { subject: "Free space", ...ofSpace(facts) },
    { subject: "Database", ...ofDatabase(facts) },
    { subject: "Language model", ...ofModel(facts) },
  ];
}

type Finding = Omit<ServerCheck, "subject">;
const good = (says: string): Finding => ({ isGood: true, says });
const bad = (says: string): Finding => ({ isGood: false, says });

function ofAddress({ config: { publicUrl, host } }: ServerFacts): Finding {
  if (publicUrl === null)
    return isOnlyHere(host) && !isEveryAddress(host)
      ? good("Only this machine can open Looby. For others, set PUBLIC_URL, and HOST or a proxy.")
      : bad("PUBLIC_URL is not set: posters and links carry the address of the browser that makes them.");
  return isOnlyHere(new URL(publicUrl).hostname)
    ? bad(`PUBLIC_URL is ${publicUrl}, which only this machine can open. Set the address that phones open.`)
    : good(`People open ${publicUrl}. Posters, codes and links carry it.`);
}

function ofProxy({ config: { publicUrl, trustProxy }, proxied }: ServerFacts): Finding {
  if (trustProxy && proxied?.hasAddress !== true)
    return bad(
      "TRUST_PROXY is on, but the proxy sends no X-Forwarded-For, so all users share its address and its limits. In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    );
  if (proxied === null) return good("No request has come through a proxy since the start.");
  if (!trustProxy)
    return bad(
      "A request came through a proxy, but TRUST_PROXY is off. Behind your own proxy, set TRUST_PROXY=on: else all users share its address and its limits. Without one, leave it off: a client made this up.",
    );
  if (publicUrl === null) return bad("Requests come through a proxy. Set PUBLIC_URL to its address.");
  const { host, port, protocol } = new URL(publicUrl);
  // Not every other name is wrong, because a camp box has several, also on the laptop itself. A proxy calls its target by these.
  const used = URL.parse(`http://${proxied.host}`);
  const isTarget = used !== null && isOnlyHere(used.hostname) && used.port !== port;
  if (!hostTest(publicUrl)(proxied.host) || isTarget)
    return bad(
      `The proxy passes on the Host “${proxied.host}” instead of ${host}. In nginx: proxy_set_header Host $http_host;`,
    );
  if (proxied.proto === "https" && protocol === "http:")
    return bad(`People connect by https, but PUBLIC_URL is ${publicUrl}. Set PUBLIC_URL to https://${host}.`);
  return `${proxied.proto ?? "http"}:` === protocol
    ? good("The proxy passes on the address, the scheme and the host that people use.")
    : bad(
        `PUBLIC_URL is ${publicUrl}, but the proxy ${proxied.proto === null ? "sends no X-Forwarded-Proto" : `says X-Forwarded-Proto: ${proxied.proto}`}. In nginx: proxy_set_header X-Forwarded-Proto $scheme;`,
      );
}

function ofClock({ now, clock: { isTrusted, lastJump } }: ServerFacts): Finding {
  const time = `It is ${now.toUTCString()} here.`;
  if (!isTrusted)
    return bad(`${time} Stored data is dated later: the clock is behind, or was ahead. Set the clock.`);
  if (lastJump === null) return good(time);
  const way = lastJump.seconds > 0 ? "ahead" : "back";
  return good(
    `${time} It was set ${way} by ${duration(lastJump.seconds * 1000)} at ${lastJump.at.toUTCString()}.`,
  );
}

function ofPhones({ phonesAheadMs }: ServerFacts): Finding {
  if (phonesAheadMs.length === 0) return good("No phone has sent its time yet.");
  const wrong = phonesAheadMs.filter((ahead) => Math.abs(ahead) > HOUR_MS).toSorted((a, b) => a - b);
  if (wrong.length === 0)
    return good(`Clocks of phones that agree with this server: ${phonesAheadMs.length}.`);
  const middle = wrong[Math.floor(wrong.length / 2)] ?? 0;
  const says = `Phones with another time: ${wrong.length} of ${phonesAheadMs.length}, such as ${duration(middle)} ${middle > 0 ? "ahead" : "behind"}.`;
  return wrong.length * 2 > phonesAheadMs.length
    ? bad(`${says} Compare the time of this server with a clock that you trust.`)
    : good(`${says} Most agree with this server.`);
}

function ofBackups({ config: { backups }, database, lastBackup, now }: ServerFacts): Finding {
  if (database.engine !== "pglite") return good("PostgreSQL is backed up by its own tools, not by Looby.");
  if (backups === null) return bad("Backups are off. Set BACKUP_EVERY_HOURS to another number than 0.");
  if (lastBackup === null) return bad("There is no backup yet. The first one is written within minutes.");
  const age = now.getTime() - lastBackup.getTime();
  const says = `The last one is from ${lastBackup.toUTCString()}`;
  if (age < 0) return bad(`${says}, which is in the future: a clock was wrong. The next one replaces it.`);
  return age > backups.everyMs + HOUR_MS
    ? bad(`${says}, ${duration(age)} ago. Search the log for “backup”; the cause is usually the disk.`)
    : good(`${says}, ${duration(age)} ago, and was read back.`);
}

function ofSpace({ config, freeBytes }: ServerFacts): Finding {
  if (freeBytes === null) return good("This machine has no data folder.");
  const gigabytes = `${(freeBytes / 1e9).toFixed(1)} GB are free.`;
  const floor = config.database.freeSpaceFloorBytes;
  return freeBytes < 3 * floor
    ? bad(`${gigabytes} Below ${(floor / 1e9).toFixed(1)} GB Looby refuses writes: free some space.`)
    : good(gigabytes);
}

function ofDatabase({ database: { engine, version, hasVector } }: ServerFacts): Finding {
  const name = `${engine === "pglite" ? "Embedded " : ""}PostgreSQL ${version}`;
  return hasVector
    ? good(`${name}.`)
    : bad(
        `${name} has no pgvector, so search finds words but no meanings. Install it and start Looby again.`,
      );
}

function ofModel({ model }: ServerFacts): Finding {
  if (model === null) return good("None is set: Looby answers from its library.");
  const { name, failure, window } = model;
  if (failure === "unauthorized") return bad(`The server of ${name} refuses the key. Check LLM_API_KEY.`);
  if (failure !== null)
    return bad(
      `The server of ${name} does not answer now, so Looby answers from its library. Check LLM_BASE_URL, and try it by “npm run try-model”.`,
    );
  const needed = inTokens(NEEDED_WINDOW);
  if (window === null) return good(`${name}: its server lists no window. Looby needs ${needed}.`);
  const says = `${name}: window of ${inTokens(window)}.`;
  return window < NEEDED_WINDOW
    ? bad(`${says} Looby needs ${needed} to use its abilities throughout a talk. Start its server with more.`)
    : good(says);
}

function inTokens(count: number): string {
  return `${count.toLocaleString("en")} tokens`;
}

/** @param ms of either sign */
function duration(ms: number): string {
  const size = Math.abs(ms);
  const [count, unit] =
    size >= 2 * DAY_MS
      ? [size / DAY_MS, "days"]
      : size >= 2 * HOUR_MS
        ? [size / HOUR_MS, "hours"]
        : [size / MINUTE_MS, "minutes"];
  return `${Math.round(count)} ${unit}`;
}
