import { request } from "node:http";

export interface Delays {
  p50: number;
  p95: number;
  tokens: number;
}

export interface ListenOptions {
  url: string;
  body: unknown;
  streams: number;
  warmUpMs: number;
  measureMs: number;
  /** Called at the start and the end of the measured time. */
  onMeasure?: (isStart: boolean) => void;
}

/** Opens many streams whose tokens are times of this process's clock, and measures their age on arrival. */
export async function listen(options: ListenOptions): Promise<Delays> {
  const delays: number[] = [];
  let isMeasuring = false;
  let begun = 0;
  const all = Promise.withResolvers<void>();
  const requests = Array.from({ length: options.streams }, () =>
    openStream(
      options.url,
      options.body,
      (sentAt, isFirst) => {
        if (isMeasuring) delays.push(performance.now() - sentAt);
        if (isFirst && (begun += 1) === options.streams) all.resolve();
      },
      all.reject,
    ),
  );
  try {
    await all.promise;
    await wait(options.warmUpMs);
    options.onMeasure?.(true);
    isMeasuring = true;
    await wait(options.measureMs);
    isMeasuring = false;
    options.onMeasure?.(false);
  } finally {
    for (const stream of requests) stream.destroy();
  }
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), tokens: delays.length };
}

function openStream(
  url: string,
  body: unknown,
  onToken: (sentAt: number, isFirst: boolean) => void,
  onFailure: (error: Error) => void,
) {
  const stream = request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    agent: false,
  });
  let isFirst = true;
  stream.on("response", (response) => {
    let rest = "";
    response.setEncoding("utf8");
    if (response.statusCode !== 200) onFailure(new Error(`${url} answered ${response.statusCode}`));
    response.on("data", (text: string) => {
      // Frames end with a blank line; an incomplete frame waits for the rest.
      const whole = (rest + text).lastIndexOf("\n\n") + 2;
      const frames = (rest + text).slice(0, whole);
      rest = (rest + text).slice(whole);
      for (const [stamp] of frames.matchAll(/\d+\.\d{3}/g)) {
        onToken(Number(stamp), isFirst);
        isFirst = false;
      }
    });
    response.on("error", () => undefined); // the listener closes the connection itself
  });
  stream.on("error", (error) => {
    if (isFirst) onFailure(error);
  });
  stream.end(JSON.stringify(body));
  return stream;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
