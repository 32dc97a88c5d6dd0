import type { Server } from "node:http";
import type { Problem } from "#shared/http/problem.ts";

/**
 * Answers requests that are not valid HTTP (ambiguous lengths, endless headers) like any other error: a problem response with the
 * security headers. Node's own response has none.
 */
export function answerUnreadableRequests(server: Server, headers: Readonly<Record<string, string>>): void {
  const problem: Problem = { code: "bad-request", error: "This request cannot be read." };
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = `HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`;
  server.on("clientError", (_error, socket) => {
    // Send nothing to a client that has disconnected or already received part of a response.
    if (socket.writable && (!("bytesWritten" in socket) || socket.bytesWritten === 0)) socket.end(answer);
    else socket.destroy();
  });
}
