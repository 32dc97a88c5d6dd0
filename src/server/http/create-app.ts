import { Hono } from "hono";
import packageJson from "../../../package.json" with { type: "json" };
import type { Deps } from "#server/deps.ts";
import { VERSION_HEADER } from "#shared/http/version-header.ts";
import { AppError } from "./app-error.ts";
import { openApiDocument } from "./openapi.ts";
import { sameOrigin, servedHost } from "./request/request-guards.ts";
import type { Route } from "./route.ts";
import { mountRoutes } from "./router.ts";
import { securityHeaders } from "./response/security-headers.ts";
import type { StaticFiles } from "./response/static.ts";
import { streamToSocket } from "./response/stream-to-socket.ts";
import { problemStatus } from "#shared/http/problem.ts";
import type { Log } from "#server/log.ts";
import { DatabaseAway, insufficientStorage, isLineLost, queryTimeout } from "#server/db/database-error.ts";

/** @param page the built page; null serves only the API */
export function createApp(deps: Deps, routes: readonly Route[], page: StaticFiles | null): Hono {
  const app = new Hono();
  const headers = {
    ...securityHeaders({ inline: page?.inline ?? { style: null, script: null }, hsts: deps.config.hsts }),
    [VERSION_HEADER]: `${packageJson.version} ${page?.build ?? ""}`.trim(),
  };
  app.use(streamToSocket(deps.log));
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      // A response may set its own, stricter policy (photos are sandboxed).
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });
  app.use(async (context, next) => {
    deps.seen.note(context.req.raw.headers, () => deps.addressOf(context));
    await next();
  });
  app.use(servedHost(deps.config));
  app.use("/api/*", sameOrigin(deps.config));
  let openApi: string | undefined;
  app.get("/api/openapi.json", (context) => {
    openApi ??= JSON.stringify(openApiDocument(routes, deps.config.productName, packageJson.version));
    return context.body(openApi, 200, { "content-type": "application/json; charset=utf-8" });
  });
  mountRoutes(app, routes, deps);
  if (page !== null) app.use(page.handler);
  app.notFound(() =>
    problemResponse(new AppError("not-found", "There is nothing at this address."), deps.log),
  );
  app.onError((error) => problemResponse(error, deps.log));
  return app;
}

/**
 * The one place where an error becomes an HTTP response. Any error other than an AppError is a bug: logged in full, reported
 * briefly.
 */
function problemResponse(error: unknown, log: Log): Response {
  const known = error instanceof AppError ? error : fromDatabase(error);
  if (known === null) {
    log.error({ err: error }, "unexpected failure");
    return problemBody(new AppError("internal", "Something broke on our side. Please try again."));
  }
  if (known.status >= 500) log.warn({ err: known }, known.code);
  return problemBody(known);
}

function problemBody(error: AppError): Response {
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  if (error.detail.retryAfter !== undefined)
    headers.set("retry-after", String(Math.ceil(error.detail.retryAfter)));
  return new Response(JSON.stringify(error.toProblem()), { status: problemStatus[error.code], headers });
}

/** SQLSTATE classes that are meaningful to the caller. All others stay internal errors. */
function fromDatabase(error: unknown): AppError | null {
  if (isLineLost(error)) return new DatabaseAway(error);
  if (typeof error !== "object" || error === null || !("code" in error) || typeof error.code !== "string")
    return null;
  switch (error.code) {
    case "53100":
      return insufficientStorage(error);
    case "57014":
      return queryTimeout(error);
    case "40001":
    case "40P01":
      return new AppError("unavailable", "Too many changes at once. Please try again.", {
        cause: error,
        retryAfter: 1,
      });
    case "22021":
      return new AppError("invalid-input", "The text has characters that cannot be stored.", {
        cause: error,
      });
    default:
      return null;
  }
}
