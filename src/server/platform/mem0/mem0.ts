import { readBoundedText } from "#server/platform/bounded-body.ts";
import type { Egress } from "#server/platform/egress.ts";
import { isFields } from "#shared/json-fields.ts";
import { parseStorable } from "#shared/storable-text.ts";

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const PAGE = 200;
/** Pages of one user's list. More memories than any user has. */
const MOST_PAGES = 500;
/** Mem0's own default is 0.1, which includes hardly related memories. */
const LEAST_SCORE = 0.3;
/** Seconds to wait when Mem0 gives no time. */
const DEFAULT_WAIT_S = 60;
const MOST_WAIT_S = 3600;

export interface Mem0Settings {
  /** `platform`: the hosted service. `server`: the self-hosted open-source server. */
  api: "platform" | "server";
  apiKey: string | null;
  /** Without a trailing slash. */
  url: string;
}

/** A memory stored at Mem0: its id there, and its id here. */
interface Mem0Copy {
  id: string;
  memoryId: string | null;
}

/**
 * Mem0's API. Every call throws `Mem0Error`, or `AppError` when there was no response (egress has logged that one). `owner` is the user's
 * name at Mem0.
 */
export interface Mem0 {
  /** @returns the ids there; empty when Mem0 has accepted the memory and processes it later */
  add(owner: string, memory: { id: string; content: string }): Promise<string[]>;
  /**
   * Ids (here) of memories, best first; empty during the pause after a failure. The ids come from another service: look each one
   * up before using it.
   */
  search(owner: string, query: string, limit: number): Promise<string[]>;
  list(owner: string): Promise<Mem0Copy[]>;
  /** A missing id counts as removed. */
  remove(id: string): Promise<void>;
  removeAll(owner: string): Promise<void>;
}

interface Detail {
  status?: number | null;
  isFinal?: boolean;
  waitSeconds?: number;
}

/** Mem0 refused the call, or its response could not be read. */
export class Mem0Error extends Error {
  override name = "Mem0Error";
  /** A retry would get the same response. */
  readonly isFinal: boolean;
  /** Seconds until the next try. */
  readonly waitSeconds: number;
  /** Status of the response; null when it broke off or could not be read. */
  readonly status: number | null;
  constructor(
    message: string,
    { status = null, isFinal = false, waitSeconds = DEFAULT_WAIT_S }: Detail = {},
  ) {
    super(message);
    this.status = status;
    this.isFinal = isFinal;
    this.waitSeconds = waitSeconds;
  }
}

/**
 * @param options milliseconds. `searchMs`: how long a search waits. `restMs`: the pause without searches after a failed one. `carryMs`:
 * deadline of every other call.
 */
export function mem0Over(
  egress: Egress,
  settings: Mem0Settings,
  { searchMs = 1500, restMs = 30_000, carryMs = 20_000 } = {},
): Mem0 {
  const calls = mem0Calls(settings);
  const send = async ({ method, path, body }: Mem0Call, deadlineMs: number): Promise<unknown> => {
    const stop = AbortSignal.timeout(2 * deadlineMs);
    let response: Response;
    let text: string | null;
    try {
      response = await egress(`${settings.url}${path}`, {
        purpose: "mem0",
        method,
        headers: { ...calls.key, accept: "application/json", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        deadlineMs,
        signal: stop,
      });
      text = await readBoundedText(response, MAX_ANSWER_BYTES);
    } catch (error) {
      if (stop.aborted || error instanceof TypeError) throw new Mem0Error("Mem0's answer broke off");
      throw error;
    }
    if (!response.ok) throw refusalOf(response);
    return parsed(text);
  };
  const carry = (call: Mem0Call) => send(call, carryMs);
  let restUntil = 0;
  return {
    add: async (owner, memory) => entriesOf(await carry(calls.add(owner, memory))).map(({ id }) => id),
    async search(owner, query, limit) {
      if (restUntil > Date.now()) return [];
      const call = calls.search(owner, { query, top_k: limit, threshold: LEAST_SCORE });
      try {
        const found = entriesOf(await send(call, searchMs)).flatMap(({ memoryId }) => memoryId ?? []);
        return [...new Set(found)].slice(0, limit);
      } catch (error) {
        restUntil = Date.now() + restMs;
        throw error;
      }
    },
    async list(owner) {
      const copies: Mem0Copy[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const answer = await carry(calls.list(owner, { page, size: PAGE }));
        copies.push(...entriesOf(answer));
        if (!hasNext(answer)) return copies;
      }
      throw new Mem0Error("Mem0's list has no end");
    },
    async remove(id) {
      try {
        await carry(calls.remove(id));
      } catch (error) {
        if (!(error instanceof Mem0Error && error.status === 404)) throw error;
      }
    },
    async removeAll(owner) {
      await carry(calls.removeAll(owner));
    },
  };
}

function refusalOf({ status, headers }: Response): Mem0Error {
  const named = Number(headers.get("retry-after"));
  const waitSeconds = Number.isFinite(named) && named > 0 ? Math.min(named, MOST_WAIT_S) : DEFAULT_WAIT_S;
  // A wrong key or a lost connection may be fixed later. Refused content is refused permanently.
  return new Mem0Error(`Mem0 says ${status}`, {
    status,
    isFinal: [400, 413, 422].includes(status),
    waitSeconds,
  });
}

/** Some calls have an empty response (204). */
function parsed(text: string | null): unknown {
  if (text === "") return {};
  try {
    return parseStorable(text ?? "");
  } catch {
    throw new Mem0Error("Mem0 gave no readable answer");
  }
}

/** The list in a response, as `{results: [...]}` or bare. Empty when the response has none. */
function entriesOf(answer: unknown): Mem0Copy[] {
  const list = isFields(answer) ? answer["results"] : answer;
  if (list === undefined && isFields(answer)) return [];
  if (!Array.isArray(list)) throw new Mem0Error("Mem0 gave no readable answer");
  return list.filter(isFields).flatMap(({ id, metadata }) => {
    const memoryId = isFields(metadata) ? metadata["looby_id"] : null;
    return typeof id === "string" && id !== ""
      ? [{ id, memoryId: typeof memoryId === "string" ? memoryId : null }]
      : [];
  });
}

function hasNext(answer: unknown): boolean {
  return isFields(answer) && typeof answer["next"] === "string" && answer["next"] !== "";
}

interface Mem0Call {
  method: string;
  path: string;
  body?: object;
}

/** Method, path and body of each call, for the hosted API (with versions in its paths) or the open-source server (without). */
export function mem0Calls({ api, apiKey }: Pick<Mem0Settings, "api" | "apiKey">) {
  const isHosted = api === "platform";
  const [addPath, searchPath, memories, slash] = isHosted
    ? ["/v3/memories/add/", "/v3/memories/search/", "/v1/memories/", "/"]
    : ["/memories", "/search", "/memories", ""];
  const of = (owner: string) => `user_id=${encodeURIComponent(owner)}`;
  const key: Record<string, string> =
    apiKey === null ? {} : isHosted ? { authorization: `Token ${apiKey}` } : { "x-api-key": apiKey };
  return {
    key,
    /** `infer: false` stores the words as they are; Mem0's model does not rewrite them. */
    add: (owner: string, { id, content }: { id: string; content: string }): Mem0Call => ({
      method: "POST",
      path: addPath,
      body: {
        messages: [{ role: "user", content }],
        user_id: owner,
        metadata: { looby_id: id },
        infer: false,
      },
    }),
    // The owner goes into the filters; Mem0 rejects it at the top level.
    search: (owner: string, question: { query: string; top_k: number; threshold: number }): Mem0Call => ({
      method: "POST",
      path: searchPath,
      body: { ...question, filters: { user_id: owner } },
    }),
    list: (owner: string, { page, size }: { page: number; size: number }): Mem0Call =>
      isHosted
        ? {
            method: "POST",
            path: `/v3/memories/?page=${page}&page_size=${size}`,
            body: { filters: { user_id: owner } },
          }
        : { method: "GET", path: `/memories?${of(owner)}` },
    remove: (id: string): Mem0Call => ({
      method: "DELETE",
      path: `${isHosted ? memories : `${memories}/`}${encodeURIComponent(id)}${slash}`,
    }),
    removeAll: (owner: string): Mem0Call => ({ method: "DELETE", path: `${memories}?${of(owner)}` }),
  };
}
