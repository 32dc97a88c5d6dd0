import { expect, test } from "vitest";
import { type RecognizeReply, RecognizerThread } from "./recognizer-thread.ts";

test("runs recordings one by one in one worker, which ends when idle", async () => {
  const { thread, workers } = startThread({ idleMs: 20 });
  const shares: number[] = [];
  const first = thread.recognize(recording(), { ...watch(), onProgress: (share) => shares.push(share) });
  const second = thread.recognize(recording(), watch());
  await turn();
  expect(workers).toHaveLength(1);
  expect(workers[0]?.asked).toBe(1);
  workers[0]?.reply({ kind: "progress", share: 0.5 });
  workers[0]?.reply({ kind: "transcript", text: "one" });
  expect(await first).toBe("one");
  await turn();
  expect(workers[0]?.asked).toBe(2);
  workers[0]?.reply({ kind: "transcript", text: "two" });
  expect(await second).toBe("two");
  expect(shares).toEqual([0.5]);
  await expect.poll(() => workers[0]?.isEnded).toBe(true);
});

test("ends the calculation on an abort and starts a new worker for the next recording", async () => {
  const { thread, workers } = startThread({ idleMs: 60_000 });
  const gone = new AbortController();
  const first = thread.recognize(recording(), { ...watch(), signal: gone.signal });
  await turn();
  gone.abort(new Error("changed my mind"));
  await expect(first).rejects.toThrow("changed my mind");
  expect(workers[0]?.isEnded).toBe(true);
  const second = thread.recognize(recording(), watch());
  await turn();
  workers[1]?.reply({ kind: "transcript", text: "two" });
  expect(await second).toBe("two");
});

test("reports a failing worker's error and replaces the worker", async () => {
  const { thread, workers } = startThread({ idleMs: 60_000 });
  const first = thread.recognize(recording(), watch());
  await turn();
  workers[0]?.reply({ kind: "failed", message: "RangeError: out of memory" });
  await expect(first).rejects.toThrow("Please try again, or type instead.");
  void thread.recognize(recording(), watch());
  await turn();
  expect(workers).toHaveLength(2);
});

function startThread({ idleMs }: { idleMs: number }) {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { thread: new RecognizerThread({ start, idleMs }), workers };
}

class FakeWorker {
  asked = 0;
  isEnded = false;
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;

  postMessage(): void {
    this.asked += 1;
  }

  terminate(): void {
    this.isEnded = true;
  }

  reply(data: RecognizeReply): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
  }
}

function recording() {
  return { model: "tiny" as const, samples: new Float32Array(1) };
}

function watch() {
  return { signal: new AbortController().signal, onProgress: () => undefined };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
