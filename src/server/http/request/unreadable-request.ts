import type { Server } from "node:http";
import type { Problem } from "#shared/http/problem.ts";

const TOO_LONG =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not a tag</title><h1>This isn’t a Looby tag</h1>' +
  '<p>Its address is too long. <a href="/nfc">Scan the tag again</a>, or type its code.</p></html>';

/**
 * Answers requests that are not valid HTTP (ambiguous lengths, endless headers) like any other error: a problem response with the
 * security headers. Node's own response has none. A tag's address that is far too long gets a page: a browser has opened it.
 */
export function answerUnreadableRequests(server: Server, headers: Readonly<Record<string, string>>): void {
  const answerWith = (status: string, type: string, body: string): string => {
    const lines = Object.entries({
      ...headers,
      "content-type": `${type}; charset=utf-8`,
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
  };
  const problem: Problem = { code: "bad-request", error: "This request cannot be read." };
  const unreadable = answerWith("400 Bad Request", "application/json", JSON.stringify(problem));
  const tooLong = answerWith("404 Not Found", "text/html", TOO_LONG);
  server.on("clientError", (error: Error & { rawPacket?: Buffer }, socket) => {
    const isTag = /^GET \/t\/[^\s]{1000}/.test(error.rawPacket?.toString("latin1", 0, 2000) ?? "");
    const answer = isTag ? tooLong : unreadable;
    // Send nothing to a client that has disconnected or already received part of a response.
    if (socket.writable && (!("bytesWritten" in socket) || socket.bytesWritten === 0)) socket.end(answer);
    else socket.destroy();
  });
}
