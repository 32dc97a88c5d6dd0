import type { Server } from "node:http";
import type { Problem } from "#shared/http/problem.ts";

/**
 * Answers requests that are not even HTTP (ambiguous lengths, headers that never end) as everything else is answered: a
 * problem, with the security headers. Node's own answer has none.
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
    // A client that left, or has part of an answer already, gets nothing more.
    if (socket.writable && (!("bytesWritten" in socket) || socket.bytesWritten === 0)) socket.end(answer);
    else socket.destroy();
  });
}
