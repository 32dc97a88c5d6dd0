import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Raw requests that an attacker in the camp's Wi-Fi can send but a browser cannot: targets, headers and methods at the edge of HTTP. */
export const RAW_REQUESTS: readonly string[] = [
  ...[
    "//",
    "///",
    "//[",
    "http://[",
    "http://",
    "http://a:99999/",
    "http://elsewhere.example/",
    "https://%zz/",
    "*",
    "/%",
    "/%00",
    "/%ff%fe",
    "/..//..%2f",
    "/\\",
    "/?",
    "/#",
    "/\u00e9",
    "?",
    "elsewhere:443",
    `/${"a/".repeat(4000)}`,
    `/${"%2e%2e/".repeat(1000)}`,
  ].flatMap((target) =>
    ["GET", "POST", "OPTIONS", "HEAD"].map(
      (method) => `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ),
  ),
  "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
  "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GET / HTTP/1.0\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost:\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: [\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET /x HTTP/1.1\r\nHost: \u00ff\u00fe\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
  "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"a=b; ".repeat(5000)}\r\n\r\n`,
  "GET / HTTP/1.1\r\nHost: localhost\r\nTe: trailers\r\nTrailer: x\r\nProxy-Connection: x\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: '; drop table users;--\r\nX-Forwarded-Proto: gopher\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nReferer: http://[\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=9-1,-,99999999999999999999-\r\nIf-Modified-Since: never\r\n\r\n",
  "\r\n\r\n",
  "\0\0\0\0",
  "\u0016\u0003\u0001\u0002\0",
];

/**
 * Sends `raw` (Latin-1) to a local server and closes its own side of the connection.
 * @returns the response status, 0 when the server closed without one
 */
export async function sendRaw(raw: string, listener: { port: number; ca?: string }): Promise<number> {
  const { port, ca } = listener;
  const socket: Socket =
    ca === undefined ? connect(port, "127.0.0.1") : connectTls({ host: "127.0.0.1", port, ca });
  try {
    await once(socket, ca === undefined ? "connect" : "secureConnect");
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    // A reset counts as a response as well.
    const closed = new Promise<void>((resolve) => {
      socket.once("close", () => resolve());
      socket.on("error", () => resolve());
    });
    socket.write(raw, "latin1");
    const silence = setTimeout(() => socket.destroy(), 3_000);
    await closed;
    clearTimeout(silence);
    return Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0);
  } finally {
    socket.destroy();
  }
}
