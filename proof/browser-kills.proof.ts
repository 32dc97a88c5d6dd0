import { EventEmitter, on, once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { type Phone, startPhone } from "../e2e/fixtures/phone.ts";
import { patient } from "../scripts/patience.ts";
import { proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";
import type { Found, Item, Outcome, Storage } from "./writing-page/main.ts";

const root = join(import.meta.dirname, "..");
/** The maximum number of operations queued in a round before the browser is killed. */
const MAX_QUEUED = 40;
/** Maximum duration of a round: longer than the app waits for a silent database before it works in memory. */
const SILENT_MS = patient(180_000);
/** The storage of each page, again and again. */
const STORAGES: readonly Storage[] = ["disk", "memory", "disk", "late"];

test("loses no acknowledged outbox item when the browser is killed", async () => {
  const seconds = stopwatch();
  const kills = rounds({ gate: 2, all: 10, nightly: 100 });
  const random = seededRandom(proofSeed());
  await using page = await serveWritingPage();
  const phone = await startPhone();
  const ledger = new Ledger();
  /** Rounds by the storage their pages had. `late`: the first item was acknowledged once it had moved to the disk. */
  const ran = { disk: 0, memory: 0, late: 0 };
  try {
    for (let round = 0; round < 2 * kills; round++) {
      if (round > 0) await phone.open();
      const storage = STORAGES[round % STORAGES.length] ?? "disk";
      // Its first reports may arrive before Playwright has opened the page.
      const reports = on(page.reports, "/outcome", { signal: AbortSignal.timeout(SILENT_MS) });
      const found = await openPage(phone, page, { storage, first: round * 1000 });
      ledger.compare(found);
      const outcomes: Outcome[] = [];
      const queued = Math.ceil(random() * MAX_QUEUED);
      for await (const [outcome] of reports) {
        outcomes.push(outcome as Outcome); // from the page
        if (outcomes.length === queued) break;
      }
      await phone.kill();
      for (const outcome of outcomes) if (outcome.isAcknowledged) ledger.add(outcome);
      const isMoved = outcomes[0]?.isAcknowledged && outcomes[0].isOnDisk;
      ran[found.isOnDisk ? "disk" : isMoved ? "late" : "memory"] += 1;
    }
    await phone.open();
    const found = await openPage(phone, page, { storage: "disk", first: 0 });
    expect(found.isOnDisk).toBe(true);
    ledger.compare(found);
  } finally {
    await phone.dispose();
  }
  const none = { gate: { exactly: 0 }, seconds: 0 };
  record({ name: "kept by a browser and lost", figure: ledger.lost.size, ...none });
  record({ name: "kept by a browser and out of order", figure: ledger.displaced.size, ...none });
  record({
    name: "browser kills while it keeps",
    figure: ran.disk,
    gate: { exactly: kills },
    seconds: seconds(),
  });
  const some = { gate: { atLeast: 1 }, seconds: 0 };
  record({ name: "browser kills while it keeps in memory only", figure: ran.memory, ...some });
  record({ name: "browser kills after a move out of memory", figure: ran.late, ...some });
  expect(ledger.size).toBeGreaterThan(2 * kills);
});

/** The acknowledged items. */
class Ledger {
  readonly #acknowledged = new Map<string, { digest: string; place: number }>();
  /** Ids of the items that were missing or changed. */
  readonly lost = new Set<string>();
  /** Ids of the items that were stored behind one acknowledged later. */
  readonly displaced = new Set<string>();

  get size(): number {
    return this.#acknowledged.size;
  }

  add({ id, digest }: Item): void {
    this.#acknowledged.set(id, { digest, place: this.size });
  }

  compare({ isOnDisk, items }: Found): void {
    if (!isOnDisk) return; // such a page does not see the stored items
    const there = new Map(items.map(({ id, digest }) => [id, digest]));
    for (const [id, { digest }] of this.#acknowledged) if (there.get(id) !== digest) this.lost.add(id);
    let latest = 0;
    for (const { id } of items) {
      const { place = latest } = this.#acknowledged.get(id) ?? {};
      if (place < latest) this.displaced.add(id);
      latest = Math.max(latest, place);
    }
  }
}

async function openPage(
  phone: Phone,
  { url, reports }: WritingPage,
  { storage, first }: { storage: Storage; first: number },
): Promise<Found> {
  const found = once(reports, "/found", { signal: AbortSignal.timeout(SILENT_MS) });
  await phone.page().goto(`${url}?storage=${storage}&first=${first}`);
  return (await found)[0] as Found; // from the page
}

interface WritingPage extends AsyncDisposable {
  url: string;
  reports: EventEmitter;
}

/** Serves a minimal page with the app's own outbox, and emits the page's reports. */
async function serveWritingPage(): Promise<WritingPage> {
  const outDir = join(root, ".cache/proof-writing-page");
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      outDir,
      target: "es2023",
      lib: { entry: join(import.meta.dirname, "writing-page/main.ts"), formats: ["es"], fileName: "page" },
    },
  });
  const reports = new EventEmitter();
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".js")) {
      response.setHeader("content-type", "text/javascript");
      createReadStream(join(outDir, basename(request.url))).pipe(response);
    } else if (request.method === "POST") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        response.end();
        reports.emit(request.url ?? "", JSON.parse(Buffer.concat(chunks).toString()));
      });
    } else {
      response.setHeader("content-type", "text/html");
      response.end('<!doctype html><title>Writes</title><script type="module" src="/page.js"></script>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}/`, reports, [Symbol.asyncDispose]: close };
}
