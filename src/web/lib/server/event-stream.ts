import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError, isPassing } from "./api-error.ts";

/** One frame of a server-sent event stream. */
export interface StreamFrame {
  /** Sequence number; 0 when the frame has no number. */
  id: number;
  data: string;
}

export interface EventStream {
  /** Opens the stream; `after` is the sequence number of the last frame received, 0 before the first. */
  connect(after: number, signal: AbortSignal): Promise<Response>;
  onFrame(frame: StreamFrame): void;
  /** Called when the connection is lost and being restored, and when it is back. */
  onConnection?(isConnected: boolean): void;
  /** Stops listening. The server is not notified: its events can be read again later. */
  signal: AbortSignal;
}

const END = "[DONE]";
/** The server sends something at least every 15 s. A connection that is silent for longer is dead, whatever the browser reports. */
const SILENT_MS = 40_000;
/** Shorter limit when the page becomes visible again. */
const SILENT_ON_RETURN_MS = 17_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
/** Tries before the first frame: the user is waiting to see whether their message arrived. */
const TRIES_TO_OPEN = 3;

/**
 * Reads a stream to its end, reconnecting as often as needed. Frames come in order, each once.
 * @throws ApiError when the server refuses, or cannot be reached at all; the abort reason of `signal`
 */
export async function followStream(stream: EventStream): Promise<void> {
  const { signal } = stream;
  let received = 0;
  let failures = 0;
  for (;;) {
    try {
      const isOver = await listenOnce(stream, received, (id) => {
        received = Math.max(received, id);
        failures = 0;
      });
      if (isOver) return;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      if (received === 0 && failures + 1 >= TRIES_TO_OPEN) throw error;
    }
    failures += 1;
    stream.onConnection?.(false);
    await pause(failures, signal);
  }
}

/** Reads one connection; true when the stream is complete, false when the connection was lost. */
async function listenOnce(stream: EventStream, after: number, onId: (id: number) => void): Promise<boolean> {
  const line = new AbortController();
  const signal = AbortSignal.any([stream.signal, line.signal]);
  let lastByteAt = performance.now();
  const hangUpIfSilent = (limitMs: number) => {
    if (performance.now() - lastByteAt > limitMs) line.abort(new Error("the line is dead"));
  };
  const watch = setInterval(() => hangUpIfSilent(SILENT_MS), 5_000);
  const stopWaking = onWakeUp(() => hangUpIfSilent(SILENT_ON_RETURN_MS));
  try {
    const response = await stream.connect(after, signal);
    stream.onConnection?.(true);
    let last = after;
    for await (const frame of readFrames(response, () => (lastByteAt = performance.now()))) {
      if (frame.data === END) return true;
      if (frame.id !== 0 && frame.id <= last) continue;
      last = Math.max(last, frame.id);
      onId(frame.id);
      stream.onFrame(frame);
    }
    return false;
  } catch (error) {
    stream.signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    return false;
  } finally {
    clearInterval(watch);
    stopWaking();
  }
}

/** The frames of a response. A frame cut off by the end is dropped. @param onId called for every frame and comment */
async function* readFrames(response: Response, onId: () => void): AsyncGenerator<StreamFrame> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: onId }))
    .getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onId();
      yield { id: Number(value.id) || 0, data: value.data };
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be closed already
  }
}

/** Waits longer after each failure, with jitter so that a camp's phones do not all reconnect together; ends early when woken. */
async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
  const stopWaking = onWakeUp(resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  stopWaking();
  signal.throwIfAborted();
}

/** Calls back when the browser reports a network, or the page becomes visible again. */
function onWakeUp(handle: () => void): () => void {
  const handleVisibility = () => {
    if (document.visibilityState === "visible") handle();
  };
  window.addEventListener("online", handle);
  document.addEventListener("visibilitychange", handleVisibility);
  return () => {
    window.removeEventListener("online", handle);
    document.removeEventListener("visibilitychange", handleVisibility);
  };
}
