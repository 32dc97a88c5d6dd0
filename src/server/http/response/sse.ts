import { WireText } from "./wire-text.ts";

/** One frame of a server-sent event stream. A client resumes from `id`, its sequence number. */
export interface Frame {
  id: number;
  data: unknown;
}

/** The destination of a stream's text. */
export interface StreamReader {
  /** Never blocks. Bytes the network does not accept yet are buffered, up to `MAX_UNSENT`. */
  write(text: WireText): void;
  /** Resolves when the buffer is nearly empty, or the reader has disconnected. */
  hasRoom(): Promise<void>;
  end(): void;
  /** The source failed: the connection is closed, and the page resumes from its last number. */
  fail(error: unknown): void;
}

/** The source of a stream for one reader. */
export interface StreamSource {
  start(reader: StreamReader): void;
  /** The reader has disconnected. Also called when it never connected, and possibly more than once. */
  leave(): void;
}

/** Bytes buffered for a reader that does not read. Above this limit it is disconnected; it then reconnects and resumes. */
export const MAX_UNSENT = 1_048_576;

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform and X-Accel-Buffering prevent proxies from buffering frames.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export function encodeFrame(frame: Frame): string {
  return `id: ${frame.id}\ndata: ${JSON.stringify(frame.data)}\n\n`;
}

const sources = new WeakMap<Response, StreamSource>();

/** The source of a response made by `eventStream`; null for any other response. */
export function streamSourceOf(response: Response): StreamSource | null {
  return sources.get(response) ?? null;
}

/**
 * A response that stays open until its source ends. A comment every 15 s reveals dead connections. On a socket,
 * `stream-to-socket` writes it; elsewhere it is an ordinary body. When a client disconnects, the source gets `leave()` and an
 * iterable gets `return()`.
 */
export function eventStream(
  content: StreamSource | AsyncIterable<string>,
  headers: Record<string, string> = {},
): Response {
  const source = Symbol.asyncIterator in content ? iterated(content) : content;
  const response = new Response(bodyOf(source), { headers: { ...eventStreamHeaders, ...headers } });
  sources.set(response, source);
  return response;
}

/** Requests the next text when there is room for it. */
function iterated(texts: AsyncIterable<string>): StreamSource {
  const iterator = texts[Symbol.asyncIterator]();
  let hasLeft = false;
  async function run(reader: StreamReader): Promise<void> {
    while (!hasLeft) {
      const next = await iterator.next();
      if (next.done === true) break;
      reader.write(new WireText(next.value));
      await reader.hasRoom();
    }
    reader.end();
  }
  return {
    start: (reader) => void run(reader).catch((error: unknown) => reader.fail(error)),
    leave() {
      hasLeft = true;
      void iterator.return?.();
    },
  };
}

/** Starts the source only when the client starts to read. */
function bodyOf(source: StreamSource): ReadableStream<Uint8Array> {
  let isStarted = false;
  let isOver = false;
  let makeRoom: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        makeRoom();
        if (isStarted) return;
        isStarted = true;
        source.start({
          write({ bytes }) {
            if (!isOver) controller.enqueue(bytes);
          },
          hasRoom: () =>
            new Promise((resolve) => {
              makeRoom = resolve;
            }),
          end() {
            if (isOver) return;
            isOver = true;
            controller.close();
          },
          fail(error) {
            if (isOver) return;
            isOver = true;
            controller.error(error);
          },
        });
      },
      cancel() {
        isOver = true;
        makeRoom();
        source.leave();
      },
    },
    { highWaterMark: 0 },
  );
}
