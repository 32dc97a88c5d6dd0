// The messages between the load generator and the process that runs it.

export interface Load {
  /** Reads per second, and the number of seconds. */
  reads: { perSecond: number; seconds: number };
  /** Number of simultaneous conversations, and the tokens per second and tokens of each, once all have begun. */
  chats: { streams: number; tokensPerSecond: number; tokens: number };
  /** Number of live event streams, shared evenly among the visitors who chatted. */
  live: { streams: number };
  /** Writes per second, and the number of seconds. */
  writes: { perSecond: number; seconds: number };
}

export type Phase =
  | { kind: "reads"; url: string; paths: readonly string[]; load: Load["reads"] }
  | { kind: "chats"; url: string; load: Load["chats"] }
  | { kind: "live"; url: string; load: Load["live"] }
  | { kind: "writes"; url: string; load: Load["writes"] }
  /** After the server was killed and started again. */
  | { kind: "durable"; url: string };

export interface Result {
  /** Number of requests, streams or writes. */
  count: number;
  /** Number of errors and wrong responses. */
  bad: number;
  /** Number of tokens, events or acknowledged writes that never arrived or were missing. */
  lost: number;
  /** Milliseconds; null when nothing is timed. */
  p50: number | null;
  p99: number | null;
  /** Description of the first error. */
  firstProblem: string | null;
}

export type ToGenerator = { phase: Phase };
export type FromGenerator = { ready: { upstream: string } } | { result: Result } | { failure: string };
