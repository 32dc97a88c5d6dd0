import { createServer, type IncomingMessage, request as sendOn, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A server's pages in a browser whose database is slow.

const SCRIPT = "/slow-database.js";

/** How slow the database of one document is, in milliseconds since the document began. */
export interface Slowness {
  /** Nothing is opened before this time. */
  opensAt: number;
  /** All stores are locked from `at` on, for `ms`; null for never. */
  hold: { at: number; ms: number } | null;
}

export const QUICK: Slowness = { opensAt: 0, hold: null };

/** Words of the page that may be untrue. */
export const DOUBTFUL =
  "stores nothing for Looby|was not sent|not be (sent|saved|stored)|Failed to save|discarded|may not have arrived|did not load";

/** The way to the server on which each page gets a slow database. It has no service worker, which would answer with pages of its own. */
export interface SlowPages extends AsyncDisposable {
  readonly url: string;
  /** That of the documents that are opened from now on. */
  slowness: Slowness;
}

/** @param target address of the server */
export async function openSlowPages(target: string): Promise<SlowPages> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", target);
    if (pathname === "/service-worker.js") response.writeHead(404).end();
    else if (pathname === SCRIPT) {
      response.setHeader("content-type", "text/javascript");
      response.end(`(${slowDown.toString()})(${searchParams.get("slowness")}, ${JSON.stringify(DOUBTFUL)})`);
    } else pass(request, response, target, pages);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address
  const pages = {
    url: `http://127.0.0.1:${port}`,
    slowness: QUICK,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pages;
}

function pass(request: IncomingMessage, response: ServerResponse, target: string, pages: SlowPages): void {
  const { hostname, port } = new URL(target);
  const headers = { ...request.headers, "accept-encoding": "identity" };
  // A document that the browser already has would keep its old script.
  for (const name of ["if-none-match", "if-modified-since"]) Reflect.deleteProperty(headers, name);
  const { method, url: path } = request;
  const onward = sendOn({ hostname, port, method, path, headers }, (answer) => {
    answer.once("close", () => answer.complete || response.destroy());
    const isDocument = answer.headers["content-type"]?.startsWith("text/html") === true;
    if (isDocument) Reflect.deleteProperty(answer.headers, "content-length");
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (isDocument) void sendSlow(answer, response, pages.slowness).catch(() => response.destroy());
    else answer.pipe(response);
    response.once("close", () => answer.destroy());
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}

async function sendSlow(answer: IncomingMessage, response: ServerResponse, slowness: Slowness) {
  const html = Buffer.concat(await answer.toArray()).toString();
  const source = `${SCRIPT}?slowness=${encodeURIComponent(JSON.stringify(slowness))}`;
  response.end(html.replace(/<head[^>]*>/, (head) => `${head}<script src="${source}"></script>`));
}

/** Runs in the page before any other script, and sees nothing of this file. */
function slowDown({ opensAt, hold }: Slowness, doubtful: string): void {
  type Open = (this: IDBFactory, ...args: Parameters<IDBFactory["open"]>) => IDBOpenDBRequest;
  const open = Reflect.get(IDBFactory.prototype, "open") as Open;
  const after = (at: number) =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

  /** Stands for the request until the real one may be made, and passes on its events. */
  class LateRequest extends EventTarget {
    request: IDBOpenDBRequest | null = null;
    get result() {
      return this.request?.result;
    }
    get error() {
      return this.request?.error ?? null;
    }
    get transaction() {
      return this.request?.transaction ?? null;
    }
    begin(request: IDBOpenDBRequest) {
      this.request = request;
      for (const type of ["success", "error", "upgradeneeded", "blocked"])
        request.addEventListener(type, (event) => {
          const { oldVersion, newVersion } = event as IDBVersionChangeEvent; // undefined in the others
          this.dispatchEvent(new IDBVersionChangeEvent(type, { oldVersion, newVersion }));
        });
    }
  }
  if (opensAt > 0)
    IDBFactory.prototype.open = function openLate(this: IDBFactory, ...args) {
      const late = new LateRequest();
      const isTime = performance.now() >= opensAt;
      if (isTime) late.begin(open.apply(this, args));
      else void after(opensAt).then(() => late.begin(open.apply(this, args)));
      return late as unknown as IDBOpenDBRequest; // of which the page uses no more
    };

  async function lockAll(ms: number): Promise<void> {
    const request = open.call(indexedDB, "looby");
    // Only the page creates the database.
    request.addEventListener("upgradeneeded", () => request.transaction?.abort());
    await new Promise((resolve, reject) => {
      request.addEventListener("success", resolve);
      request.addEventListener("error", reject);
    });
    const database = request.result;
    const names = [...database.objectStoreNames];
    const transaction = database.transaction(names, "readwrite");
    const store = transaction.objectStore(names[0] ?? "");
    let end = Infinity;
    const stayAlive = () => {
      end = Math.min(end, performance.now() + ms);
      if (performance.now() < end) store.get("nothing").addEventListener("success", stayAlive);
      else database.close();
    };
    // The next page need not wait for this one.
    addEventListener("pagehide", () => {
      end = 0;
      try {
        transaction.abort();
      } catch {
        // It is over.
      }
      database.close();
    });
    store.get("nothing").addEventListener("success", stayAlive);
  }
  if (hold !== null) void after(Math.max(opensAt, hold.at)).then(() => lockAll(hold.ms));

  const said = new Set<string>();
  Reflect.set(globalThis, "doubtfulWords", said);
  const isDoubtful = new RegExp(doubtful);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const { textContent } of [target, ...addedNodes])
        for (const line of isDoubtful.test(textContent ?? "") ? document.body.innerText.split("\n") : [])
          if (isDoubtful.test(line)) said.add(line);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
