/** One frame of a server-sent event stream; `id` is the sequence number a client resumes from. */
export interface Frame {
  id: number;
  data: unknown;
}

const PING_MS = 15_000;
const encoder = new TextEncoder();

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform and X-Accel-Buffering keep proxies from holding frames back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export function encodeFrame(frame: Frame): string {
  return `id: ${frame.id}\ndata: ${JSON.stringify(frame.data)}\n\n`;
}

/**
 * An answer that follows `frames` until they end, with a comment every 15 s so that dead connections show.
 * A client that leaves only stops listening: `frames` gets `return()`.
 */
export function eventStream(frames: AsyncIterable<string>, headers: Record<string, string> = {}): Response {
  const iterator = frames[Symbol.asyncIterator]();
  let ping: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      ping = setInterval(() => controller.enqueue(encoder.encode(": ping\n\n")), PING_MS);
    },
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done !== true) {
          controller.enqueue(encoder.encode(next.value));
          return;
        }
        clearInterval(ping);
        controller.close();
      } catch (error) {
        // A ping into a stream that failed would throw where nobody can catch it.
        clearInterval(ping);
        throw error;
      }
    },
    async cancel() {
      clearInterval(ping);
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { ...eventStreamHeaders, ...headers } });
}
