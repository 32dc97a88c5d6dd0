// What the load generator, a process of its own, and whoever runs it tell each other.

export interface Load {
  /** Reads a second, and for how many seconds. */
  reads: { perSecond: number; seconds: number };
  /** Conversations at once, tokens a second in each once all have begun, and tokens each has then. */
  chats: { streams: number; tokensPerSecond: number; tokens: number };
  /** Streams of live events, shared evenly by those who chatted. */
  live: { streams: number };
  /** Writes a second, and for how many seconds. */
  writes: { perSecond: number; seconds: number };
}

export type Phase =
  | { kind: "reads"; url: string; paths: readonly string[]; load: Load["reads"] }
  | { kind: "chats"; url: string; load: Load["chats"] }
  | { kind: "live"; url: string; load: Load["live"] }
  | { kind: "writes"; url: string; load: Load["writes"] }
  /** After the server was killed and started again. */
  | { kind: "kept"; url: string };

export interface Result {
  /** What was asked, begun or written. */
  count: number;
  /** What was answered with an error or with something else than it should be. */
  bad: number;
  /** Words, events or acknowledged writes that never came, or were not there. */
  lost: number;
  /** Milliseconds; null where nothing is timed. */
  p50: number | null;
  p99: number | null;
  /** The first thing that was bad. */
  firstProblem: string | null;
}

export type ToGenerator = { phase: Phase };
export type FromGenerator = { ready: { upstream: string } } | { result: Result } | { failure: string };
