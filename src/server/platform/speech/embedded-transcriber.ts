import { type ChildProcess, fork } from "node:child_process";
import { AppError } from "#server/http/app-error.ts";
import type { Log } from "#server/log.ts";
import { FairLine, type LineBounds, type Refused, type Waiting } from "./fair-line.ts";
import {
  notDecodable,
  type Recording,
  type SentRecording,
  speechOff,
  tooLong,
  type Transcriber,
} from "./transcriber.ts";
import type { SpeechReply, SpeechRequest, SpeechTask } from "./speech-process.ts";

export interface EmbeddedTranscriberOptions {
  log: Log;
  /** Milliseconds without a sign of life before a working process counts as hung. Default 20,000. */
  deadlineMs?: number;
  /** Milliseconds without work before the process is ended to free its memory. Default 10 minutes. */
  idleMs?: number;
  /** Starts another process with the same messages. */
  startProcess?: () => ChildProcess;
}

/**
 * The limit per person allows further recording while the last sentence is transcribed. There is none per network address, which a whole
 * camp may share. Each recording in progress takes some memory.
 */
const BOUNDS: LineBounds = { ofPerson: 4, inAll: 24, begun: 4 };
const RETRY_AFTER_S = 10;
const REFUSALS: Record<Refused<Job>["limit"], string> = {
  ofPerson: "Your last recordings are still being turned into text. Please wait for them, then try again.",
  inAll: "Many people are speaking at once. Please try again shortly.",
};
/** After a failed load, the model is not loaded again by every recording. */
const REST_MS = 30_000;
/** Loading takes a second on a fast machine. A small computer in the sun reads 60 MB from a slow card. */
const LOAD_MS = 60_000;

interface Job extends Waiting {
  recording: Recording;
  /** Its seconds when it was begun. */
  whole: number;
  signal: AbortSignal;
  resolve(text: string): void;
  reject(error: AppError): void;
}

/**
 * The embedded model in a separate process: no API key, no network, English. Nothing is loaded before the first recording. It transcribes
 * one piece of a recording at a time, in fair order. A process killed by a recording is replaced for the next one; the other recordings in
 * progress start over.
 */
export class EmbeddedTranscriber implements Transcriber {
  readonly id = "moonshine-base-en";
  readonly #options: Required<EmbeddedTranscriberOptions>;
  readonly #line = new FairLine<Job>(BOUNDS);
  #current: Job | null = null;
  #process: ChildProcess | null = null;
  #isReady = false;
  #isClosed = false;
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EmbeddedTranscriberOptions) {
    this.#options = {
      deadlineMs: 20_000,
      idleMs: 600_000,
      startProcess: () => startSpeechProcess("transcribe"),
      ...options,
    };
  }

  async transcribe(sent: SentRecording, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.#isClosed || Date.now() < this.#restsUntil) throw speechOff();
    const { path, container, person, network, seconds } = sent;
    return await new Promise((resolve, reject) => {
      const recording = { path, container };
      const whose = { person, network, signal, resolve, reject };
      const job: Job = { ...whose, recording, seconds, whole: seconds, isBegun: false };
      const refused = this.#line.join(job);
      if (refused !== null) {
        const { recording: left, limit } = refused;
        left.reject(new AppError("too-many-requests", REFUSALS[limit], { retryAfter: RETRY_AFTER_S }));
        if (left === job) return;
        this.#leave(left);
      }
      const giveUp = () => {
        if (job !== this.#current) this.#leave(job);
        reject(new AppError("unavailable", "The recording was not sent to its end."));
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const job of this.#takeAll()) job.reject(speechOff("closed"));
    const ending = this.#process;
    if (ending === null || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGKILL");
    await ended;
  }

  #advance(): void {
    if (this.#current !== null || this.#isClosed) return;
    if (this.#line.isEmpty) return this.#endAfter(this.#options.idleMs);
    if (this.#process === null) return this.#start();
    if (!this.#isReady || !this.#process.connected) return;
    const job = this.#line.next();
    if (job === null) return;
    const yielding = job.isBegun ? null : this.#line.whoGivesWay();
    if (yielding !== null) this.#giveUp(yielding);
    this.#current = job;
    job.isBegun = true;
    this.#process.send(job.recording satisfies SpeechRequest, (error) => {
      // Not sent: the process is ending, and another process gets it.
      if (error === null || job !== this.#current) return;
      this.#current = null;
      this.#line.waitAgain(job);
    });
    this.#endAfter(this.#options.deadlineMs);
  }

  #start(): void {
    const started = this.#options.startProcess();
    let cause: unknown = null;
    started.on("message", (reply: SpeechReply) => {
      if (reply.kind === "failed" && !this.#isReady) cause = reply.message;
      else this.#receive(reply);
    });
    started.on("error", (error) => (cause = error));
    started.once("disconnect", () => started.kill("SIGKILL"));
    started.once("exit", (code, signal) => this.#lose(cause ?? signal ?? `exit code ${code}`));
    this.#process = started;
    this.#endAfter(LOAD_MS);
  }

  #receive(reply: SpeechReply): void {
    if (reply.kind === "piece") return this.#endPiece();
    const job = this.#endCurrent();
    if (reply.kind === "ready") this.#isReady = true;
    else if (reply.kind === "transcript") job?.resolve(reply.text);
    else if (reply.kind === "failed") job?.reject(speechOff(reply.message));
    else job?.reject(reply.reason === "too-long" ? tooLong() : notDecodable(reply.message));
    this.#advance();
  }

  #endPiece(): void {
    const job = this.#current;
    this.#current = null;
    if (job?.signal.aborted) this.#leave(job);
    else if (job !== null) this.#line.waitAgain(job);
    this.#advance();
  }

  /** Removes a recording that is not being processed. */
  #leave(job: Job): void {
    this.#line.leave(job);
    if (job.isBegun) this.#giveUp(job);
  }

  /** Frees the process of a recording in progress, which would start over. */
  #giveUp(job: Job): void {
    job.isBegun = false;
    job.seconds = Math.max(job.seconds, job.whole);
    if (this.#process?.connected === true)
      this.#process.send({ ...job.recording, isUnwanted: true } satisfies SpeechRequest);
  }

  /** Ends the process after a time without progress or without work: a hung or idle process is not worth its memory. */
  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    const watched = this.#process;
    if (watched === null) return;
    this.#timer = setTimeout(() => watched.kill("SIGKILL"), milliseconds);
    this.#timer.unref();
  }

  #lose(cause: unknown): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const job = this.#endCurrent();
    const hadLoaded = this.#isReady;
    this.#process = null;
    this.#isReady = false;
    if (job !== null) {
      this.#options.log.warn({ err: cause }, "a recording ended the speech process");
      job.reject(notDecodable(cause));
    }
    if (!hadLoaded) {
      this.#options.log.error({ err: cause }, "the speech model did not load");
      this.#restsUntil = Date.now() + REST_MS;
      for (const waiting of this.#takeAll()) waiting.reject(speechOff(cause));
    }
    this.#advance();
  }

  #endCurrent(): Job | null {
    const job = this.#current;
    this.#current = null;
    if (job === null) return null;
    job.isBegun = false;
    this.#line.leave(job);
    return job;
  }

  #takeAll(): Job[] {
    this.#current = null;
    return this.#line.clear();
  }
}

export function startSpeechProcess(task: SpeechTask): ChildProcess {
  // Output of the native libraries is of no use to an operator.
  return fork(new URL("./speech-process.ts", import.meta.url), [task], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
