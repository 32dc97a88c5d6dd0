import fc from "fast-check";
import { expect, test } from "vitest";
import { type Endpoint, fillPath, isWrite } from "#shared/http/endpoint.ts";
import { isProblem } from "#shared/http/problem.ts";
import type { Route } from "#server/http/route.ts";
import { examples } from "#server/testing/examples.ts";
import { buildWorld, type World } from "#server/testing/world.ts";
import { proofSeed, rounds, tenthOfCommit } from "../../proof/scale.ts";
import { record, stopwatch } from "../../proof/scoreboard.ts";

// Sends hostile input, derived from each route's example, to every route. Responses are never a 5xx, always have the security
// headers, match their contract, contain no SQL or stack trace, and never hang.

const INPUTS = rounds({ gate: 100, all: 1000, nightly: 5000 });
const TENTH = tenthOfCommit();
/** Milliseconds. A busy machine may be late once, so a slow call is repeated. */
const HANGS_AFTER_MS = 2000;
const SEED = proofSeed(20_260_829);
const INTERNALS = /\b(select|insert into|syntax error|at [\w.]+ \(|node_modules|\.ts:\d)/i;

test(
  "survives hostile inputs to every route",
  { timeout: rounds({ gate: 1_200_000, nightly: 14_400_000 }) },
  async () => {
    const seconds = stopwatch();
    await using world = await buildWorld();
    const wrong: string[] = [];
    let tried = 0;
    for (const route of world.app.routes) {
      const all = fc.sample(hostileRequest(route, world), { numRuns: INPUTS, seed: SEED });
      const inputs = TENTH === null ? all : all.filter((_, index) => index % 10 === TENTH);
      tried += inputs.length;
      for (const input of inputs) {
        let answer = await ask(world, route.endpoint, input);
        if (answer.milliseconds > HANGS_AFTER_MS) answer = await ask(world, route.endpoint, input);
        const problem =
          answer.milliseconds > HANGS_AFTER_MS ? `hangs for ${answer.milliseconds} ms` : answer.problem;
        if (problem !== null) wrong.push(`${route.endpoint.id} ${problem}: ${describe(input)}`);
      }
    }
    const unit = TENTH === null ? "" : `(tenth ${TENTH} of 0 to 9)`;
    record({
      name: "hostile inputs tried",
      figure: tried,
      unit,
      gate: { atLeast: 1000 },
      seconds: seconds(),
    });
    expect(wrong.slice(0, 10)).toEqual([]);
    record({
      name: "hostile inputs answered wrongly",
      figure: wrong.length,
      gate: { exactly: 0 },
      seconds: 0,
    });
  },
);

interface HostileRequest {
  role: "visitor" | "stranger" | "admin";
  path: string;
  init: RequestInit;
}

const nastyText = fc.oneof(
  fc.constantFrom(
    "\0",
    "' or 1=1 --",
    "%00",
    "../../etc/passwd",
    "%2e%2e%2f",
    "\uD800",
    "‮evil",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "a".repeat(9000),
    "a ".repeat(20_000),
    "((((((((((",
    "javascript:alert(1)",
    "&|!:*",
    "\\",
    "null",
    "NaN",
    "-1",
    "1e400",
    "9999999999999999999",
    "2026-13-45T99:99:99Z",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  fc.constantFrom<unknown>(null, true, -1, 1e308, 0.1, [], {}, [[[[]]]], { $ne: null }, deep(40)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An example's call with parts mutated: a replaced field, an unknown key, another body, type or path. */
function hostileRequest({ endpoint }: Route, world: World): fc.Arbitrary<HostileRequest> {
  const example = examples[endpoint.id]?.(world, "stranger", "own").input ?? {};
  const role = fc.constantFrom<HostileRequest["role"]>("visitor", "stranger", "admin");
  const params = bend(example.params ?? {}, nastyText, false);
  const query = bend(example.query ?? {}, nastyText, true);
  const body = bend(asRecord(example.body), nastyValue, true);
  const raw = fc.option(fc.oneof(fc.constantFrom("{", "[]", '"x"', "null", "{}}", "\0"), nastyText), {
    freq: 6,
    nil: null,
  });
  const type = fc.option(
    fc.constantFrom("text/plain", "application/xml", "multipart/form-data; boundary=x", ""),
    { freq: 8, nil: null },
  );
  return fc.record({ role, params, query, body, raw, type }).map((parts) => {
    const search = new URLSearchParams(
      Object.entries(parts.query).map(([name, value]) => [name, asText(value)]),
    );
    const path = `${safeFill(endpoint.path, parts.params)}${search.size === 0 ? "" : `?${search.toString()}`}`;
    return { role: parts.role, path, init: toInit(endpoint, parts) };
  });
}

/** A random object may define its own `toString`. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

function toInit(
  endpoint: Endpoint,
  parts: { body: Record<string, unknown>; raw: string | null; type: string | null },
): RequestInit {
  if (!isWrite(endpoint)) return { method: endpoint.method };
  const headers = new Headers(parts.type === null ? {} : { "content-type": parts.type });
  if (parts.raw !== null) return { method: endpoint.method, headers, body: parts.raw };
  if (endpoint.encoding !== "multipart") {
    if (parts.type === null) headers.set("content-type", "application/json");
    return { method: endpoint.method, headers, body: JSON.stringify(parts.body) };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(parts.body)) {
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, asText(value));
  }
  return parts.type === null
    ? { method: endpoint.method, body: form }
    : { method: endpoint.method, headers, body: "--x" };
}

/** Replaces, drops or leaves each field, and may add an unknown one. */
function bend<T>(
  fields: Record<string, unknown>,
  nasty: fc.Arbitrary<T>,
  mayAdd: boolean,
): fc.Arbitrary<Record<string, unknown>> {
  const bent = Object.entries(fields).map(([name, value]) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<[string, unknown]>([name, value]) },
      { weight: 3, arbitrary: nasty.map<[string, unknown]>((other) => [name, other]) },
    ),
  );
  const extra = mayAdd
    ? fc.option(
        fc.tuple(
          fc.constantFrom("role", "systemPrompt", "__proto__", "userId", "x", "limit", "before"),
          nasty,
        ),
        { freq: 2, nil: null },
      )
    : fc.constant(null);
  return fc
    .tuple(fc.tuple(...bent), extra)
    .map(([entries, added]) => Object.fromEntries(added === null ? entries : [...entries, added]));
}

async function ask(
  world: World,
  endpoint: Endpoint,
  { role, path, init }: HostileRequest,
): Promise<{ problem: string | null; milliseconds: number }> {
  const client = world.client(role);
  const cookies = new Map(client.cookies);
  const startedAt = performance.now();
  const problem = await judge(endpoint, await client.request(path, init));
  const milliseconds = Math.round(performance.now() - startedAt);
  // The call may have ended the session.
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return { problem, milliseconds };
}

async function judge(endpoint: Endpoint, response: Response): Promise<string | null> {
  const body = await response.text();
  if (response.status >= 500) return `answers ${response.status} ${body.slice(0, 160)}`;
  if (
    !response.headers.has("content-security-policy") ||
    response.headers.get("x-content-type-options") !== "nosniff"
  ) {
    return "answers without the security headers";
  }
  // A page treats a response without this header as coming from another server.
  if (!response.headers.has("looby-version")) return "answers without the version header";
  if (response.status < 400) return null;
  // "Please select a valid address" is a sentence from the specification.
  if (INTERNALS.test(body.replaceAll("Please select", ""))) return `tells internals: ${body.slice(0, 160)}`;
  if (endpoint.method === "HEAD") return null;
  return isProblem(safeParse(body))
    ? null
    : `answers ${response.status} without a problem: ${body.slice(0, 160)}`;
}

function safeFill(path: string, params: Record<string, unknown>): string {
  const texts = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, String(value).toWellFormed()]),
  );
  return fillPath(path, texts);
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function deep(levels: number): unknown {
  return levels === 0 ? 1 : { a: deep(levels - 1) };
}

function describe({ role, path, init }: HostileRequest): string {
  return `${role} ${init.method} ${path.slice(0, 120)} ${typeof init.body === "string" ? init.body.slice(0, 160) : ""}`;
}
