import type { CDPSession, Page } from "@playwright/test";
import { executedFiles, type ScriptCoverage } from "./function-files.ts";
import { PageSources } from "./page-build.ts";

/** In the call stack of a pause the position is in `location`; in the async stacks it is beside the function name. */
interface Frame {
  scriptId?: string;
  location?: { scriptId: string; lineNumber: number; columnNumber?: number };
  lineNumber?: number;
  columnNumber?: number;
}

interface StackTrace {
  callFrames: Frame[];
  parent?: StackTrace;
}

interface Paused {
  callFrames: Frame[];
  asyncStackTrace?: StackTrace;
}

/** Code the page ran before its first write was sent. */
export interface BeforeTheWire {
  /** Every file in which a function ran, including rendering during that time. */
  executed: Set<string>;
  /** Files on the call stack that sent the request, including its awaits. */
  called: Set<string>;
}

export interface ClickFiles {
  executed: Set<string>;
  /** Null when nothing was written. */
  before: BeforeTheWire | null;
}

/** Counts the files of a page in which functions run. */
export class PageProfiler {
  readonly #session: CDPSession;
  readonly #sources = new PageSources();
  readonly #urls = new Map<string, string>();
  #executed = new Set<string>();
  #before: BeforeTheWire | null = null;

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on("Debugger.scriptParsed", ({ scriptId, url }) => this.#urls.set(scriptId, url));
    session.on("Debugger.paused", (event) => void this.#readAndGoOn(event as Paused));
  }

  /** Must be called before the page loads: its writes pass through a breakpoint. */
  static async attach(page: Page): Promise<PageProfiler> {
    await page.addInitScript(() => {
      const send = window.fetch;
      window.fetch = async (input, init) => {
        const method = init?.method ?? (input instanceof Request ? input.method : "GET");
        // oxlint-disable-next-line no-debugger -- the inspector reads here what ran until now
        if (method !== "GET") debugger;
        return await send(input, init);
      };
    });
    const session = await page.context().newCDPSession(page);
    const profiler = new PageProfiler(session);
    await session.send("Debugger.enable");
    await session.send("Debugger.setAsyncCallStackDepth", { maxDepth: 64 });
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    return profiler;
  }

  /** The files that ran since the last call. */
  async take(): Promise<ClickFiles> {
    const files = {
      executed: new Set([...this.#executed, ...(await this.#takeCoverage())]),
      before: this.#before,
    };
    this.#executed = new Set();
    this.#before = null;
    return files;
  }

  async #readAndGoOn(paused: Paused): Promise<void> {
    this.#executed = new Set([...this.#executed, ...(await this.#takeCoverage())]);
    this.#before ??= { executed: this.#executed, called: await this.#stackFiles(paused) };
    await this.#session.send("Debugger.resume");
  }

  async #takeCoverage(): Promise<Set<string>> {
    const { result } = await this.#session.send("Profiler.takePreciseCoverage");
    const scripts: readonly ScriptCoverage[] = result;
    await this.#sources.load(scripts.map(({ url }) => url));
    return executedFiles(scripts, (url, offset) => this.#sources.at(url, offset));
  }

  async #stackFiles({ callFrames, asyncStackTrace }: Paused): Promise<Set<string>> {
    const frames = [...callFrames];
    for (let trace = asyncStackTrace; trace !== undefined; trace = trace.parent)
      frames.push(...trace.callFrames);
    const places = frames.map(({ scriptId = "", lineNumber = 0, columnNumber = 0, location }) => {
      const place = location ?? { scriptId, lineNumber, columnNumber };
      return { ...place, url: this.#urls.get(place.scriptId) ?? "" };
    });
    await this.#sources.load(places.map(({ url }) => url));
    const files = places.map(({ url, lineNumber, columnNumber = 0 }) =>
      this.#sources.atLine(url, lineNumber, columnNumber),
    );
    return new Set(files.filter((file) => file !== null));
  }
}
