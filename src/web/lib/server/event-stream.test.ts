import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { followStream, type StreamFrame } from "./event-stream.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("delivers each frame once and in order, wherever the connection is cut", async () => {
  const { frames, connections, over } = follow([
    ["id: 1\nda", 'ta: {"a":1}\n\n: ping\n\n', "id: 2\ndata: x\ndata: y\n\nid: 3\ndata: lost in the mid"],
    [
      "id: 2\ndata: x\ndata: y\n\n",
      "event: z\nid: 3\ndata: whole\n\nretry: 9\n\n",
      "data: [DONE]\n\nid: 4\ndata: late\n\n",
    ],
  ]);
  await vi.advanceTimersByTimeAsync(500);
  await over;
  expect(frames.map(({ id, data }) => [id, data])).toEqual([
    [1, '{"a":1}'],
    [2, "x\ny"],
    [3, "whole"],
  ]);
  expect(connections).toEqual([0, 2]);
});

test("drops a silent connection, sooner when the user returns to the page", async () => {
  const { connections } = follow([["id: 7\ndata: x\n\n", "silence"], ["silence"], ["silence"]]);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(connections).toEqual([0]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connections).toEqual([0, 7]);
  await vi.advanceTimersByTimeAsync(18_000);
  expect(connections).toEqual([0, 7]);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connections).toEqual([0, 7, 7]);
});

test("ends a pause early when the network is back", async () => {
  const down = new ApiError("unreachable", 0, "No signal.");
  const { connections, line } = follow([["id: 1\ndata: x\n\n"], down, down, down, down, down, ["silence"]]);
  await vi.advanceTimersByTimeAsync(6_500);
  expect(connections).toHaveLength(5);
  expect(line.at(-1)).toBe(false);
  for (let times = 0; times < 2; times += 1) {
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(connections).toHaveLength(7);
  expect(line.at(-1)).toBe(true);
});

test("ends at once on a refusal and after a few tries on an unreachable server", async () => {
  const refused = new ApiError("not-found", 404, "Not here.");
  await expect(follow([refused]).over).rejects.toBe(refused);
  const down = new ApiError("unavailable", 503, "Starting.");
  const { over, connections } = follow([down, down, down]);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(over).rejects.toBe(down);
  expect(connections).toHaveLength(3);
});

test("delivers no frames and sends no requests after it is stopped", async () => {
  const leaving = new AbortController();
  const { over, connections } = follow([["id: 1\ndata: x\n\n", "silence"]], leaving.signal);
  await vi.advanceTimersByTimeAsync(10);
  leaving.abort("bye");
  await expect(over).rejects.toBe("bye");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections).toEqual([0]);
});

/** A server whose connections send these chunks, or fail; "silence" leaves the connection open without sending anything more. */
function follow(script: (string[] | ApiError)[], signal = new AbortController().signal) {
  const frames: StreamFrame[] = [];
  const connections: number[] = [];
  const line: boolean[] = [];
  const over = followStream({
    signal,
    onFrame: (frame) => frames.push(frame),
    onConnection: (isConnected) => line.push(isConnected),
    async connect(after, lineSignal) {
      connections.push(after);
      const pieces = script.shift();
      if (pieces === undefined || pieces instanceof ApiError)
        throw pieces ?? new Error("nobody expected this");
      return new Response(streamOf(pieces, lineSignal));
    },
  });
  over.catch(() => undefined); // awaited by the test, later
  return { frames, connections, line, over };
}

function streamOf(pieces: string[], signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
      for (const piece of pieces)
        if (piece !== "silence") controller.enqueue(new TextEncoder().encode(piece));
      if (pieces.at(-1) !== "silence") controller.close();
    },
  });
}
