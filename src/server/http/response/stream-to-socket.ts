import { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import type { Log } from "#server/log.ts";
import { MAX_UNSENT, type StreamReader, type StreamSource, streamSourceOf } from "./sse.ts";
import { WireText } from "./wire-text.ts";

const PING_MS = 15_000;
const ping = new WireText(": ping\n\n");

/**
 * Writes event streams directly to their sockets. A web stream for each of 5,000 listeners costs several times as much as the
 * writing itself, and every frame would be encoded once per listener. Register it before any middleware that sets headers.
 */
export function streamToSocket(log: Log): MiddlewareHandler<{ Bindings: { outgoing?: unknown } }> {
  return async (context, next) => {
    await next();
    const source = streamSourceOf(context.res);
    if (source === null) return;
    if (context.req.raw.method === "HEAD") {
      source.leave();
      return;
    }
    // Without a socket (a test's own `fetch`) there are no bindings.
    const outgoing: unknown = (context.env as { outgoing?: unknown } | undefined)?.outgoing;
    if (!(outgoing instanceof ServerResponse)) return;
    send(source, context.res, { outgoing, log });
    context.res = undefined; // otherwise Hono would copy the headers to the response below, which all streams share
    context.res = RESPONSE_ALREADY_SENT;
  };
}

function send(
  source: StreamSource,
  { status, headers }: Response,
  { outgoing, log }: { outgoing: ServerResponse; log: Log },
): void {
  for (const [name, value] of headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  outgoing.writeHead(status);
  outgoing.flushHeaders();
  const reader = new SocketReader(outgoing, { onLeave: () => source.leave(), log });
  if (outgoing.destroyed) reader.leave();
  else source.start(reader);
}

/** One open response. */
class SocketReader implements StreamReader {
  readonly #outgoing: ServerResponse;
  readonly #onLeave: () => void;
  readonly #log: Log;
  readonly #ping: NodeJS.Timeout;
  #isOver = false;

  constructor(outgoing: ServerResponse, { onLeave, log }: { onLeave: () => void; log: Log }) {
    this.#outgoing = outgoing;
    this.#onLeave = onLeave;
    this.#log = log;
    this.#ping = setInterval(() => this.write(ping), PING_MS);
    outgoing.on("close", () => this.leave());
  }

  write(text: WireText): void {
    if (this.#isOver) return;
    const { socket, chunkedEncoding } = this.#outgoing;
    // Bypasses the response's own queue with an already chunk-encoded frame, because the bytes are the same for all listeners. A
    // response has no socket while an earlier one on the same connection is still open.
    if (socket !== null && chunkedEncoding && this.#outgoing.writableLength === socket.writableLength) {
      socket.write(text.chunk);
    } else this.#outgoing.write(text.bytes);
    if (this.#outgoing.writableLength <= MAX_UNSENT) return;
    this.#outgoing.destroy();
    this.leave();
  }

  async hasRoom(): Promise<void> {
    const { socket } = this.#outgoing;
    if (this.#isOver || socket === null || !socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off("drain", done);
        socket.off("close", done);
        resolve();
      };
      socket.on("drain", done);
      socket.on("close", done);
    });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ping);
    this.#outgoing.end();
  }

  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#log.warn({ err: error }, "a stream broke off; its page takes it up again");
    this.#outgoing.destroy();
    this.leave();
  }

  /** The client has disconnected. */
  leave(): void {
    clearInterval(this.#ping);
    this.#isOver = true;
    this.#onLeave();
  }
}
