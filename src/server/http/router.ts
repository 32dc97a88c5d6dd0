import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { DEFAULT_BODY_BYTES, type Endpoint, isKeyed, isQueued, isWrite } from "#shared/http/endpoint.ts";
import type { ProblemCode } from "#shared/http/problem.ts";
import type { Deps } from "#server/deps.ts";
import { type Actor, passingVisitor } from "./request/actor.ts";
import { AppError } from "./app-error.ts";
import { type Compress, createCompressor } from "./response/compress.ts";
import {
  findAnswer,
  hashCall,
  parseIdempotencyKey,
  runOnce,
  type KeyedCall,
} from "./idempotency/idempotency.ts";
import { hasOperatorToken, isOperator } from "./operator.ts";
import { type Input, parseInput } from "./request/input.ts";
import { defaultWriteLimit, paceOf, visitorPace } from "./policy.ts";
import { countAgainstLimits, slowDown } from "./limits/rate-limit.ts";
import type { CallRequest, Route } from "./route.ts";

/**
 * Mounts all routes on one Hono app. Each call is parsed, gets its session, is checked against limits and identity, and reaches
 * the handler.
 */
export function mountRoutes(app: Hono, routes: readonly Route[], deps: Deps): void {
  const compress = createCompressor();
  for (const route of routes) {
    const { endpoint } = route;
    const limit = bodyLimit({
      maxSize: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      onError: () => refuse(endpoint, "too-large", "That is too much data for one call."),
    });
    app.on(endpoint.method === "GET" ? ["GET", "HEAD"] : [endpoint.method], endpoint.path, limit, (context) =>
      answerCall(route, deps, compress, context),
    );
  }
  for (const path of new Set(routes.map(({ endpoint }) => endpoint.path))) {
    const allowed = routes
      .filter(({ endpoint }) => endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    app.all(path, (context) => {
      context.header("allow", allowed.join(", "));
      throw new AppError("method-not-allowed", `This address answers ${allowed.join(", ")} only.`);
    });
  }
}

/** Throws the endpoint's own sentence for this code if it has one. */
function refuse(endpoint: Endpoint, code: ProblemCode, sentence: string): never {
  throw new AppError(code, endpoint.sentences?.[code] ?? sentence);
}

async function answerCall(route: Route, deps: Deps, compress: Compress, context: Context): Promise<Response> {
  const { endpoint, policy } = route;
  const request: CallRequest = {
    method: context.req.raw.method,
    headers: context.req.raw.headers,
    address: deps.addressOf(context),
    signal: context.req.raw.signal,
  };
  const answer = { status: 200, headers: new Headers({ "cache-control": "no-store" }) };
  const actor = await findActor(route, deps, request, answer.headers);
  const { address, signal } = request;
  const limits = [...(policy.limits ?? []), ...(isWrite(endpoint) ? [defaultWriteLimit] : [])];
  const subject = { address, sessionId: actor?.sessionId ?? null, userId: actor?.userId ?? null };
  await countAgainstLimits(deps.database.kysely, endpoint.id, limits, subject, deps.config.limitFactor);
  const input = await parseInput(endpoint, context);
  // A whole camp may share one address, so requests that do not parse must not slow it down.
  const pace = paceOf(policy, isWrite(endpoint));
  if (pace !== null) await slowDown(deps, endpoint.id, pace, { address, signal });
  if (policy.isForeignCall !== true && namesAnother(actor, input))
    refuse(endpoint, "forbidden", "You can only act as yourself.");
  if (isQueued(endpoint)) assertActingUser(actor, request.headers);
  const call = { ...input, actor, deps, request, answer };
  const result = isKeyed(endpoint)
    ? await runWrite(route, call, deps, context.req.header("idempotency-key"))
    : await runDirect(route, call, deps);
  if (result instanceof Response) return withHeaders(result, answer.headers);
  if (deps.config.checkAnswers) assertContract(endpoint, result);
  const isPublic = !isWrite(endpoint) && (policy.who === "public" || policy.who === "anyone");
  return await jsonResponse(result, answer, async (json) =>
    compress(json, {
      accepted: request.headers.get("accept-encoding"),
      isAlike: isPublic && actor?.kind !== "user",
    }),
  );
}

type PreparedCall = Input & {
  actor: Actor | null;
  deps: Deps;
  request: CallRequest;
  answer: { status: number; headers: Headers };
};

/** For reads, streams, and calls that never wait in an outbox: not wrapped in a transaction. */
async function runDirect(route: Route, call: PreparedCall, deps: Deps): Promise<unknown> {
  const typed = call as Parameters<Route["steps"]["prepare"]>[0];
  const prepared = await route.steps.prepare(typed);
  return await route.steps.handle({
    ...typed,
    prepared,
    db: deps.database.kysely,
    afterCommit: (work) => work(),
  });
}

async function runWrite(
  route: Route,
  call: PreparedCall,
  deps: Deps,
  keyHeader: string | undefined,
): Promise<unknown> {
  const { actor, params, query, body } = call;
  if (actor === null) throw new AppError("unauthenticated", "Please open a session first.");
  deps.database.assertWritable();
  const keyed: KeyedCall = {
    userId: actor.userId,
    key: parseIdempotencyKey(keyHeader),
    endpointId: route.endpoint.id,
    requestHash: await hashCall([params, query, body]),
  };
  const stored = await findAnswer(deps.database.kysely, keyed);
  if (stored !== null) {
    call.answer.status = stored.status;
    return stored.body;
  }
  const typed = call as Parameters<Route["steps"]["prepare"]>[0];
  const prepared = await route.steps.prepare(typed);
  const afterCommit: (() => void)[] = [];
  const result = await runOnce(deps.database.kysely, keyed, async (db) => {
    afterCommit.length = 0;
    const body = await route.steps.handle({
      ...typed,
      prepared,
      db,
      afterCommit: (work) => afterCommit.push(work),
    });
    if (body instanceof Response) throw new TypeError(`${route.endpoint.id}: a stored answer must be JSON`);
    return { status: call.answer.status, body };
  });
  call.answer.status = result.status;
  for (const work of afterCommit) work();
  return result.body;
}

/** A queued write names the user who made it. In another user's session it is refused and waits for its own user. */
function assertActingUser(actor: Actor | null, headers: Headers): void {
  const maker = headers.get("looby-user");
  if (maker === null || actor === null || maker === actor.userId) return;
  throw new AppError("unauthenticated", "This was made in another session. Sign in there to send it.");
}

async function findActor(
  route: Route,
  deps: Deps,
  request: CallRequest,
  answer: Headers,
): Promise<Actor | null> {
  const { who } = route.policy;
  if (who === "anyone") return null;
  if (who === "operator" && hasOperatorToken(deps, request.headers.get("authorization"))) return null;
  const actor = await deps.sessions.find(request.headers);
  if (who === "public") return actor;
  if (who === "operator") {
    if (actor?.kind !== "user") refuse(route.endpoint, "unauthenticated", "Please sign in to do this.");
    if (isOperator(deps, actor)) return actor;
    throw new AppError("forbidden", "Only an operator of this server may do this.");
  }
  if (who === "user") {
    if (actor?.kind === "user") return actor;
    refuse(route.endpoint, "unauthenticated", "Please sign in to do this.");
  }
  if (actor !== null) return actor;
  if (!isWrite(route.endpoint) && route.policy.opensSession !== true) return passingVisitor();
  await slowDown(deps, "visitor-session", visitorPace, request);
  const opened = await deps.sessions.openVisitor(request.headers);
  for (const cookie of opened.cookies) answer.append("set-cookie", cookie);
  return opened.actor;
}

/** Adds the headers that the route's own response does not set. */
function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (name === "set-cookie") response.headers.append(name, value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function assertContract(endpoint: Endpoint, result: unknown): void {
  const checked = endpoint.response.safeParse(result);
  if (!checked.success)
    throw new TypeError(
      `${endpoint.id} answers against its contract: ${JSON.stringify(checked.error.issues)}`,
    );
}

/** Compressed for clients that accept it: a page of the library shrinks to a fifth, which saves seconds on a weak connection. */
async function jsonResponse(
  result: unknown,
  { status, headers }: { status: number; headers: Headers },
  compress: (json: string) => ReturnType<Compress>,
): Promise<Response> {
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("vary", "accept-encoding");
  const json = JSON.stringify(result ?? null);
  const compressed = await compress(json);
  if (compressed === null) return new Response(json, { status, headers });
  headers.set("content-encoding", compressed.encoding);
  headers.set("content-length", String(compressed.bytes.byteLength));
  return new Response(compressed.bytes, { status, headers });
}

/** Fields by which other clients name the user. They may repeat the session's user but never replace it. */
const IDENTITY_FIELDS = ["userId", "uid", "createdBy"] as const;

/** Whether a call names another user. It must be refused: the actor always comes from the session. */
function namesAnother(actor: Actor | null, input: Input): boolean {
  for (const part of [input.params, input.query, input.body]) {
    if (typeof part !== "object" || part === null) continue;
    for (const field of IDENTITY_FIELDS) {
      const named = Object.entries(part).find(([key]) => key === field)?.[1];
      if (named === undefined || named === null || named === actor?.userId) continue;
      if (named === "anonymous" && actor?.kind !== "user") continue;
      return true;
    }
  }
  return false;
}
