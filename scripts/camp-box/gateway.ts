import { createServer as createHttpServer, request as sendOn, type Server } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { ServerCertificate } from "./authority.ts";
import type { JoinSite } from "./join-site.ts";

/** Hop-by-hop headers, which must not be forwarded. */
const HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-connection"];

/**
 * Serves https for phones and forwards requests to the Looby on this machine. By HTTP/2, all files of a view load at the same time over one
 * connection, instead of six at a time.
 */
export function createGateway({ chain, key }: ServerCertificate, loobyPort: number): Http2SecureServer {
  const server = createSecureServer({ cert: chain, key, minVersion: "TLSv1.2", allowHTTP1: true });
  const handle = refuseUnreadable((request, response) => passOn(request, response, loobyPort));
  // Requests of HTTP/2 have the same methods as those of HTTP/1.1.
  server.on("request", handle as unknown as Parameters<typeof server.on>[1]);
  Object.assign(server, { headersTimeout: 10_000 }); // of HTTP/1.1, which the types leave out
  return server;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Wraps a handler to answer 400 to unreadable requests: a target that is no path of this host ("//", "http://[", "*"), or one that only
 * Node's parser accepts. An exception in a request listener would end the process, and with it the whole camp's Looby.
 */
function refuseUnreadable(handle: Handler): Handler {
  const refuse = (response: ServerResponse) => {
    response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
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
  headers.host ??= headers[":authority"] as string; // HTTP/2 requires one of them
  for (const name of Object.keys(headers))
    if (HOP.includes(name) || name.startsWith(":")) delete headers[name];
  // Looby trusts only the last address, which is the one this gateway saw.
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
  // When a phone disconnects, its request ends here, including streams.
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

/** Serves plain http: the join pages and the authority's certificate; everything else is redirected to https. */
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

/** Redirects to the same path by https, under the host name the phone used, since it can reach that one. */
function leadToHttps(request: IncomingMessage, response: ServerResponse, httpsPort: number): void {
  const host = (request.headers.host ?? "localhost").replace(/:\d+$/, "");
  const isName = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i.test(host);
  if (!isName) return void response.writeHead(400).end();
  const port = httpsPort === 443 ? "" : `:${httpsPort}`;
  response.writeHead(308, { location: `https://${host}${port}${request.url ?? "/"}` }).end();
}
