import { createServer as createHttpServer, request as sendOn, type Server } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { ServerCertificate } from "./authority.ts";
import type { JoinSite } from "./join-site.ts";

/** What belongs to one connection only, and must not be passed on. */
const HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-connection"];

/** https for phones, passed on to the Looby on this machine. */
export function createGateway({ chain, key }: ServerCertificate, loobyPort: number): HttpsServer {
  const server = createHttpsServer(
    { cert: chain, key, minVersion: "TLSv1.2" },
    refuseUnreadable((request, response) => passOn(request, response, loobyPort)),
  );
  server.headersTimeout = 10_000;
  return server;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A handler that answers 400 to a request whose target is no path of this host ("//", "http://[", "*"), and to one that Node's
 * parser took but nothing else can read: an exception in a request listener ends the process, and the whole camp's Looby with it.
 */
function refuseUnreadable(handle: Handler): Handler {
  const refuse = (response: ServerResponse) => {
    response.writeHead(400, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("This request cannot be read.\n");
  };
  return (request, response) => {
    if (!/^\/(?!\/)/.test(request.url ?? "")) return refuse(response);
    try {
      handle(request, response);
    } catch {
      if (response.headersSent) response.destroy();
      else refuse(response);
    }
  };
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
  const server = createHttpServer(
    refuseUnreadable((request, response) => {
      const answer = site.find(new URL(request.url ?? "/", "http://localhost").pathname);
      if (answer === null) return leadToHttps(request, response, httpsPort);
      response.writeHead(200, { ...answer.headers, "x-content-type-options": "nosniff" });
      response.end(request.method === "HEAD" ? undefined : answer.body);
    }),
  );
  server.headersTimeout = 10_000;
  return server;
}

/** Leads to the same path by https, under the name the phone came by, which it can reach. */
function leadToHttps(request: IncomingMessage, response: ServerResponse, httpsPort: number): void {
  const host = (request.headers.host ?? "localhost").replace(/:\d+$/, "");
  const isName = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i.test(host);
  if (!isName) return void response.writeHead(400).end();
  const port = httpsPort === 443 ? "" : `:${httpsPort}`;
  response.writeHead(308, { location: `https://${host}${port}${request.url ?? "/"}` }).end();
}
