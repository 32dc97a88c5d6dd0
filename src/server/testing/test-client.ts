import { type CallInput, type Endpoint, fillPath, isWrite, type ResponseOf } from "#shared/http/endpoint.ts";
import { isProblem, type Problem } from "#shared/http/problem.ts";

export const ORIGIN = "http://localhost:3000";
/** Sets the network address of a test call. */
export const ADDRESS_HEADER = "x-test-address";

export interface TestCallOptions {
  idempotencyKey?: string;
  /** The client's network address. */
  address?: string;
}

/** A client with its own cookies that calls endpoints by their contract. */
export interface TestClient {
  /** @throws TestRefusal when the response is not a success */
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: TestCallOptions,
  ): Promise<ResponseOf<E>>;
  /** The problem response of a refused call. `input` may violate the contract. @throws when the call succeeds */
  refusal(
    endpoint: Endpoint,
    input: unknown,
    options?: TestCallOptions,
  ): Promise<Problem & { status: number }>;
  /** A raw request with this client's cookies. Writes appear to come from our own page unless the headers say otherwise. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A call whose input may violate the contract. Returns any response. */
  send(endpoint: Endpoint, input: unknown, options?: TestCallOptions): Promise<Response>;
  readonly cookies: Map<string, string>;
}

export class TestRefusal extends Error {
  readonly problem: Problem & { status: number };
  constructor(endpoint: Endpoint, problem: Problem & { status: number }) {
    super(`${endpoint.id} was refused: ${problem.status} ${JSON.stringify(problem)}`);
    this.problem = problem;
  }
}

/** @param fetch the app's own */
export function createTestClient(fetch: (request: Request) => Promise<Response>): TestClient {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (!headers.has("origin")) headers.set("origin", ORIGIN);
    headers.set("host", new URL(ORIGIN).host);
    const response = await fetch(new Request(new URL(path, ORIGIN), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    return response;
  }

  async function send(endpoint: Endpoint, input: unknown, options: TestCallOptions = {}): Promise<Response> {
    const { params, query, body } = input as {
      params?: Record<string, string>;
      query?: Record<string, string | number>;
      body?: unknown;
    }; // CallInput has these parts and no others
    const headers = new Headers();
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    if (options.address !== undefined) headers.set(ADDRESS_HEADER, options.address);
    const init: RequestInit = { method: endpoint.method, headers };
    if (isWrite(endpoint)) {
      if (endpoint.encoding === "multipart") {
        init.body = toForm(body);
      } else {
        headers.set("content-type", "application/json");
        init.body = JSON.stringify(body ?? {});
      }
    }
    return await request(fillPath(endpoint.path, params) + toSearch(query), init);
  }

  async function refusal(endpoint: Endpoint, input: unknown, options?: TestCallOptions) {
    const response = await send(endpoint, input, options);
    const answer: unknown = await response.json();
    if (!isProblem(answer)) throw new Error(`${endpoint.id} should be refused: ${JSON.stringify(answer)}`);
    return { ...answer, status: response.status };
  }

  return {
    cookies,
    request,
    send,
    refusal,
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: TestCallOptions) {
      const response = await send(endpoint, input, options);
      const answer: unknown = await response.json();
      if (isProblem(answer)) throw new TestRefusal(endpoint, { ...answer, status: response.status });
      return endpoint.response.parse(answer) as ResponseOf<E>; // parsed by E's own schema
    },
  };
}

/** An empty cookie is a deleted one. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const pair = line.split(";")[0] ?? "";
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === "") cookies.delete(name);
  else cookies.set(name, value);
}

function toSearch(query: Record<string, string | number | null | undefined> = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`;
}

function toForm(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}
