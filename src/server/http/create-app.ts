import { Hono } from "hono";
import packageJson from "../../../package.json" with { type: "json" };
import type { Deps } from "#server/deps.ts";
import { VERSION_HEADER } from "#shared/http/version-header.ts";
import { AppError } from "./app-error.ts";
import { problemResponse } from "./on-error.ts";
import { openApiDocument } from "./openapi.ts";
import { sameOrigin, servedHost } from "./request/request-guards.ts";
import type { Route } from "./route.ts";
import { mountRoutes } from "./router.ts";
import { securityHeaders } from "./response/security-headers.ts";
import type { StaticFiles } from "./response/static.ts";
import { streamToSocket } from "./response/stream-to-socket.ts";

/** @param page the built page; null serves only the API */
export function createApp(deps: Deps, routes: readonly Route[], page: StaticFiles | null): Hono {
  const app = new Hono();
  const headers = {
    ...securityHeaders({ inline: page?.inline ?? { style: null, script: null }, hsts: deps.config.hsts }),
    [VERSION_HEADER]: packageJson.version,
  };
  app.use(streamToSocket(deps.log));
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      // A response may set its own, stricter policy (photos are sandboxed).
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });
  app.use(servedHost(deps.config));
  app.use("/api/*", sameOrigin(deps.config));
  const openApi = JSON.stringify(openApiDocument(routes, deps.config.productName, packageJson.version));
  app.get("/api/openapi.json", (context) =>
    context.body(openApi, 200, { "content-type": "application/json; charset=utf-8" }),
  );
  mountRoutes(app, routes, deps);
  if (page !== null) app.use(page.handler);
  app.notFound(() =>
    problemResponse(new AppError("not-found", "There is nothing at this address."), deps.log),
  );
  app.onError((error) => problemResponse(error, deps.log));
  return app;
}
