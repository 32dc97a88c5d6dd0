import { WireText } from "./wire-text.ts";

/** One frame of a server-sent event stream; `id` is the sequence number a client resumes from. */
export interface Frame {
  id: number;
  data: unknown;
}

/** Where the text of a stream goes. */
export interface StreamReader {
  /** Never waits: what the network does not take is kept, up to `MAX_UNSENT`. */
  write(text: WireText): void;
  /** Resolves when little is kept, or the reader is gone. */
  hasRoom(): Promise<void>;
  end(): void;
  /** The source broke: the line is cut, and a page takes up from its number. */
  fail(error: unknown): void;
}

/** What a stream says, to one reader. */
export interface StreamSource {
  start(reader: StreamReader): void;
  /** The reader is gone; also called when it never came, and possibly more than once. */
  leave(): void;
}

/** Bytes kept for a reader that does not read: then it is let go, comes back and takes up from its number. */
export const MAX_UNSENT = 1_048_576;

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform and X-Accel-Buffering keep proxies from holding frames back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export function encodeFrame(frame: Frame): string {
  return `id: ${frame.id}\ndata: ${JSON.stringify(frame.data)}\n\n`;
}

const sources = new WeakMap<Response, StreamSource>();

/** What an answer made by `eventStream` says; null for other answers. */
export function streamSourceOf(response: Response): StreamSource | null {
  return sources.get(response) ?? null;
}

/**
 * An answer that goes on until its source ends, with a comment every 15 s so that dead connections show. On a socket
 * `stream-to-socket` writes it; elsewhere it is a body like any other. A client that leaves only stops listening: the source
 * gets `leave()`, an iterable `return()`.
 */
export function eventStream(
  given: StreamSource | AsyncIterable<string>,
  headers: Record<string, string> = {},
): Response {
  const source = Symbol.asyncIterator in given ? iterated(given) : given;
  const response = new Response(bodyOf(source), { headers: { ...eventStreamHeaders, ...headers } });
  sources.set(response, source);
  return response;
}

/** The next text is asked for when there is room for it. */
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

/** Nothing starts before the client reads. */
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
