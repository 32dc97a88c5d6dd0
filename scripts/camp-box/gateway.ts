import { createServer as createHttpServer, request as sendOn, type Server } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { ServerCertificate } from "./authority.ts";
import type { JoinSite } from "./join-site.ts";

/** What belongs to one connection only, and must not be passed on. */
const HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-connection"];

/** https for phones, passed on to the Looby on this machine. */
export function createGateway({ chain, key }: ServerCertificate, loobyPort: number): HttpsServer {
  const server = createHttpsServer({ cert: chain, key, minVersion: "TLSv1.2" }, (request, response) =>
    passOn(request, response, loobyPort),
  );
  server.headersTimeout = 10_000;
  return server;
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const headers = { ...request.headers };
  for (const name of HOP) delete headers[name];
  // Looby believes the last address only, and that is the one we saw.
  headers["x-forwarded-for"] = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  headers["x-forwarded-proto"] = "https";
  const { method, url } = request;
  const onward = sendOn({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
    const passed = { ...answer.headers };
    for (const name of HOP) delete passed[name];
    response.writeHead(answer.statusCode ?? 502, passed);
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  onward.on("error", () => {
    if (response.headersSent) return response.destroy();
    response.writeHead(502, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
    response.end("Looby is starting. Please try again in a moment.\n");
  });
  // A phone that leaves ends its call here, also a stream.
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

/** Plain http: how to join, the authority's certificate, and for everything else the way to https. */
export function createJoinServer(site: JoinSite, httpsPort: number): Server {
  const server = createHttpServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const answer = site.find(path);
    if (answer === null) {
      // The name the phone came by, which it can reach.
      const host = (request.headers.host ?? "localhost").replace(/:\d+$/, "");
      const isName = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i.test(host);
      const port = httpsPort === 443 ? "" : `:${httpsPort}`;
      if (!isName) response.writeHead(400).end();
      else response.writeHead(308, { location: `https://${host}${port}${request.url ?? "/"}` }).end();
      return;
    }
    response.writeHead(200, { ...answer.headers, "x-content-type-options": "nosniff" });
    response.end(request.method === "HEAD" ? undefined : answer.body);
  });
  server.headersTimeout = 10_000;
  return server;
}
