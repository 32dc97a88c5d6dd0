import { EventEmitter, once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { startPhone } from "../e2e/fixtures/phone.ts";
import { proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";

const root = join(import.meta.dirname, "..");
/** The maximum number of operations queued in a round before the browser is killed. */
const MAX_QUEUED = 40;

test("loses no acknowledged outbox item when the browser is killed", async () => {
  const seconds = stopwatch();
  const kills = rounds({ gate: 2, all: 10, nightly: 100 });
  const random = seededRandom(proofSeed());
  await using page = await serveWritingPage();
  const phone = await startPhone();
  const acknowledged = new Set<string>();
  let lost = 0;
  try {
    for (let round = 0; round <= kills; round++) {
      if (round > 0) await phone.open();
      const found = once(page.reports, "/found");
      await phone.page().goto(page.url);
      const there = new Set((await found)[0] as string[]);
      lost += [...acknowledged].filter((id) => !there.has(id)).length;
      if (round === kills) break;
      for (let left = Math.ceil(random() * MAX_QUEUED); left > 0; left--) {
        const [id] = (await once(page.reports, "/acknowledged")) as [string];
        acknowledged.add(id);
      }
      await phone.kill();
    }
  } finally {
    await phone.dispose();
  }
  expect(acknowledged.size).toBeGreaterThan(kills);
  record({
    name: "browser kills while it keeps",
    figure: kills,
    gate: { exactly: kills },
    seconds: seconds(),
  });
  record({ name: "kept by a browser and lost", figure: lost, gate: { exactly: 0 }, seconds: 0 });
});

/** Serves a minimal page with the app's own outbox, and emits the page's reports. */
async function serveWritingPage(): Promise<{ url: string; reports: EventEmitter } & AsyncDisposable> {
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
