import { executedFiles, type ScriptCoverage } from "./function-files.ts";

interface Answer {
  id?: number;
  result?: { result?: ScriptCoverage[] };
  error?: { message: string };
}

/** Counts the files of a server in which functions run, through its inspector (`--inspect=0`). Its workers do not count. */
export class ServerProfiler {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** @param output the server's output, which contains its inspector's address */
  static async attach(output: string): Promise<ServerProfiler> {
    const address = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(output)?.[0];
    if (address === undefined) throw new Error("the server has no inspector");
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", reject, { once: true });
    });
    const profiler = new ServerProfiler(socket);
    await profiler.#send("Profiler.enable");
    await profiler.#send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    return profiler;
  }

  /** The files that ran since the last call. */
  async take(): Promise<Set<string>> {
    const { result } = await this.#send("Profiler.takePreciseCoverage");
    return executedFiles(
      result?.result ?? [],
      (url) => /src\/(?:server|shared)\/.*\.ts$/.exec(url)?.[0] ?? null,
    );
  }

  close(): void {
    this.#socket.close();
  }

  async #send(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.#lastId;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const given = await answer;
    this.#waiting.delete(id);
    if (given.error !== undefined) throw new Error(`${method}: ${given.error.message}`);
    return given;
  }
}
