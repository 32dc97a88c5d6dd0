import { afterEach, vi } from "vitest";
import { getSession, type SessionUser } from "#shared/features/account/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { getCity } from "#shared/features/map/contract.ts";
import { VERSION_HEADER } from "#shared/http/version-header.ts";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type Problem, problemStatus, type ProblemCode } from "#shared/http/problem.ts";
import { reportReachable } from "#web/lib/server/reachability.ts";

interface Asked<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

/** A refusal of the server, with its message. */
export class Refusal {
  readonly code: ProblemCode;
  readonly error: string;
  readonly details: Pick<Problem, "current" | "fields">;

  constructor(code: ProblemCode, error: string, details: Pick<Problem, "current" | "fields"> = {}) {
    this.code = code;
    this.error = error;
    this.details = details;
  }
}

const ada: SessionUser = {
  userId: "user-ada",
  pseudonym: "Ada",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: "2026-08-30T06:00:00.000Z",
};

/** Calls without an answer, and input or answers against the contract: the page would take them for a lost connection. */
const faults: string[] = [];
afterEach(() => {
  // Stops the page's probes of a server out of reach, which would outlive the test.
  reportReachable();
  const found = faults.splice(0);
  if (found.length > 0) throw new Error(found.join("\n"));
});

/**
 * The server behind the page's `fetch`. It refuses what violates the contract, as the real server does: a call that the test does not
 * expect, and input or an answer that does not match the endpoint's schemas.
 */
export class FakeServer {
  /** Without it every call fails, as without a signal. */
  isReachable = true;
  readonly #answers = new Map<Endpoint, (asked: never) => unknown>();
  readonly #asked: { endpoint: Endpoint; asked: unknown }[] = [];

  /** @param user the signed-in user */
  constructor(user: Partial<SessionUser> = {}) {
    this.on(getSession, () => ({ user: { ...ada, ...user } }));
    // Every page that shows an address requests it.
    this.on(getCity, () => ({ year: null, city: specCity, locationsFrom: null }));
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) => this.#fetch(input, init));
  }

  /** Answers an endpoint from now on. */
  on<E extends Endpoint>(endpoint: E, answer: (asked: Asked<E>) => ResponseOf<E> | Refusal): void {
    this.#answers.set(endpoint, answer);
  }

  /** Answers an endpoint when the test releases the answer. */
  onLater<E extends Endpoint>(endpoint: E, answer: Promise<ResponseOf<E>>): void {
    this.#answers.set(endpoint, () => answer);
  }

  /** The input of every call of an endpoint so far. */
  asked<E extends Endpoint>(endpoint: E): Asked<E>[] {
    return this.#asked.filter((each) => each.endpoint === endpoint).map(({ asked }) => asked as Asked<E>);
  }

  async #fetch(input: string, init: RequestInit = {}): Promise<Response> {
    if (!this.isReachable) throw new TypeError("network error");
    try {
      return await Promise.race([this.#answer(input, init), endOf(init.signal)]);
    } catch (error) {
      if (init.signal?.aborted !== true) faults.push(`${init.method ?? "GET"} ${input}: ${String(error)}`);
      throw error;
    }
  }

  async #answer(input: string, init: RequestInit): Promise<Response> {
    const url = new URL(input, "http://looby.test");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    for (const [endpoint, answer] of this.#answers) {
      const params = method === endpoint.method ? match(endpoint.path, url.pathname) : null;
      if (params === null) continue;
      const asked = {
        params: endpoint.params?.parse(params),
        query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
        body: endpoint.encoding === "multipart" ? body : endpoint.body?.parse(body),
      };
      this.#asked.push({ endpoint, asked });
      const result = await answer(asked as never);
      if (result instanceof Refusal)
        return reply(
          { ...result.details, code: result.code, error: result.error },
          problemStatus[result.code],
        );
      return reply(endpoint.response.parse(result), 200);
    }
    throw new TypeError("no answer given");
  }
}

/** Rejects when the page aborts the call. */
async function endOf(signal: AbortSignal | null | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  return await promise;
}

function match(pattern: string, path: string): Record<string, string> | null {
  const source = pattern.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${source}$`).exec(path);
  return found === null ? null : { ...found.groups };
}

function reply(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { [VERSION_HEADER]: "test" } });
}
