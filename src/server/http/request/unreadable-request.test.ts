import { createServer } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { securityHeaders } from "../response/security-headers.ts";
import { answerUnreadableRequests } from "./unreadable-request.ts";

const GARBAGE = [
  "GARBAGE\r\n\r\n",
  "POST /api/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`,
  "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n",
];

test("answers invalid HTTP with a problem response and the security headers", async () => {
  const server = createServer((_request, response) => response.end("ok"));
  answerUnreadableRequests(server, securityHeaders({ inline: { style: null, script: null }, hsts: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  for (const bytes of GARBAGE) {
    const answer = await send(port, bytes);
    expect(answer, bytes.slice(0, 40)).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer).toContain('"code":"bad-request"');
  }
  server.close();
});

test("shows a page to a browser at an address that is too long", async () => {
  const server = createServer((_request, response) => response.end("ok"));
  answerUnreadableRequests(server, securityHeaders({ inline: { style: null, script: null }, hsts: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const answer = await send(port, `GET /t/${"7".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 404/);
  expect(answer).toContain("content-type: text/html");
  expect(answer).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('<a href="/nfc">Scan the tag again</a>');
});

async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}
