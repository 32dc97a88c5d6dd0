import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { chromium } from "../e2e/engines/chromium.ts";
import { Tab } from "../e2e/engines/tab.ts";
import { webkit } from "../e2e/engines/webkit.ts";
import { startServer, TEMPLATE_VARIABLE } from "../e2e/fixtures/server.ts";
import { ensureTemplate } from "../e2e/fixtures/template.ts";
import { patient } from "../scripts/patience.ts";
import { proofSeed, rounds } from "./scale.ts";
import { record, stopwatch } from "./scoreboard.ts";
import { openSlowPages, QUICK, type SlowPages } from "./slow-database/slow-pages.ts";
import {
  CHAT,
  findField,
  MEMORY,
  planVisit,
  SILENT_MS,
  seeField,
  sendField,
  storedHere,
  textsOnServer,
  typeInto,
  type Visit,
  waitFor,
} from "./slow-database/writer.ts";

// A user of a browser with a slow database writes messages, memories and drafts, leaves pages at any moment and comes back. In the end they
// send every draft they are offered: then each text is on the server exactly once.

const OUTBOX_MS = 60_000;
/** Milliseconds until a page on a quick database has offered its draft. */
const DRAFT_MS = patient(10_000);

/** A text that was in a field. */
interface Written {
  text: string;
  /** The user's deed, for a finding. */
  how: string;
}

interface Run {
  tab: Tab;
  pages: SlowPages;
  texts: Written[];
  untrue: string[];
  /** Moments in which the user could not write. */
  trouble: string[];
}

for (const engine of [chromium, webkit])
  test.skipIf(!engine.isInstalled())(`loses no text with a slow database in ${engine.name}`, async () => {
    const seconds = stopwatch();
    const wanted = rounds({ gate: 6, all: 60, nightly: 300 });
    process.env[TEMPLATE_VARIABLE] = await ensureTemplate();
    const server = await startServer();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => server.dispose());
    const pages = stack.use(await openSlowPages(server.url));
    const driver = await engine.start();
    stack.defer(() => driver.close());
    const run: Run = { tab: new Tab(driver, pages.url), pages, texts: [], untrue: [], trouble: [] };
    await run.tab.signUp("Patient Pat", "a tent with 3 poles");
    const random = seededRandom(proofSeed());
    for (let visit = 0; run.texts.length < wanted; visit++) {
      if (visit > 2 * wanted) throw new Error(`too few fields to write in: ${run.trouble.join("\n")}`);
      const troubles = run.trouble.length;
      await writeAt(run, planVisit(random, visit));
      if (run.trouble.length > troubles) console.info(run.trouble.slice(troubles).join("\n"));
      if (visit % 10 === 9)
        console.info(`${engine.name}: ${run.texts.length} texts in ${visit + 1} visits, ${seconds()} s`);
    }
    const { lost, doubled } = await settle(run);
    const findings = { seed: proofSeed(), lost, doubled, untrue: run.untrue };
    if (lost.length + doubled.length + run.untrue.length > 0)
      console.info(engine.name, JSON.stringify(findings, null, 1));
    const figures = { "texts lost": lost, "texts doubled": doubled, "untrue words": run.untrue };
    expect(run.texts.length).toBeGreaterThanOrEqual(wanted);
    for (const [name, { length }] of Object.entries(figures))
      record({
        name: `${name} with a slow database in ${engine.name}`,
        figure: length,
        gate: { exactly: 0 },
        seconds: name === "texts lost" ? seconds() : 0,
      });
  });

/** Comes to a page, writes, and stays there until the next visit begins. */
async function writeAt(run: Run, visit: Visit): Promise<void> {
  const { tab, pages } = run;
  pages.slowness = visit.slowness;
  try {
    if (visit.arrival === "address") await tab.open(visit.place);
    else await tab[visit.arrival]();
    // Back may lead out of Looby or to a page without a field.
    const isWritable = await tab.run(() => document.querySelector("textarea") !== null);
    if (visit.arrival === "back" && !isWritable) await tab.open(visit.place);
  } catch (error) {
    run.trouble.push(`visit ${visit.index}, ${visit.arrival}: ${String(error)}`);
    await tab.open(visit.place);
  }
  await sleep(visit.wait);
  const slowness = await slownessHere(tab);
  for (const { end, pause } of visit.writings) {
    const isOver = await writeOne(run, visit, end);
    // The page asks the user to stay until it is sent.
    await sleep(slowness !== null && slowness >= SILENT_MS ? Math.max(3000, pause) : pause);
    if (isOver) break;
  }
  const said = await tab.run(() => [...(Reflect.get(globalThis, "doubtfulWords") as Set<string>)]);
  for (const words of said)
    if (!words.includes("stores nothing") || slowness === null || slowness < SILENT_MS)
      run.untrue.push(`${describe(visit)}: ${words}`);
}

/** @returns whether the user writes no more on this page */
async function writeOne(run: Run, visit: Visit, end: "send" | "draft"): Promise<boolean> {
  const { tab, texts, trouble } = run;
  const field = await findField(tab);
  if (field === null) {
    trouble.push(`${describe(visit)}: no field at ${await tab.run(() => location.href).catch(String)}`);
    return true;
  }
  // A user who finds a draft does not write over it.
  if (field.value !== "") {
    const isSent = visit.sendsDraft && (await sendField(tab));
    return !isSent || field.isMemory;
  }
  const words = field.isMemory ? "we mended the pump today" : "where is the water";
  const text = `w${texts.length + 1}x ${words}`;
  const held = await typeInto(tab, text);
  if (held === null || held === "") {
    trouble.push(`${describe(visit)}: "${text}" never in the field`);
    return true;
  }
  const isSent = end === "send" && (await sendField(tab));
  if (end === "send" && !isSent) trouble.push(`${describe(visit)}: never sent "${text}"`);
  const isRendered = await tab.run(() => document.querySelector("[data-is-rendered]") !== null);
  const state = isRendered ? " before the script was there" : "";
  texts.push({
    text,
    how: `${isSent ? "sent" : "left"} ${field.isMemory ? "memory" : "message"}${state}, ${describe(visit)}`,
  });
  return field.isMemory || !isSent;
}

/** The user sends each draft that Looby offers. @returns what is then not on the server, and what is there more than once */
async function settle(run: Run): Promise<{ lost: string[]; doubled: string[] }> {
  const { tab } = run;
  run.pages.slowness = QUICK;
  for (const place of [CHAT, MEMORY])
    for (let isOffered = true; isOffered;) {
      await tab.open(place);
      // Also what the chat stores for its own reload.
      if (place === CHAT) await tab.reload();
      const field = await waitFor(async () => {
        const seen = await tab.run(seeField);
        return seen !== null && seen.value !== "" ? seen : null;
      }, DRAFT_MS);
      isOffered = field !== null;
      if (isOffered) await sendField(tab);
      if (isOffered) await waitFor(async () => ((await tab.run(seeField))?.value ?? "") === "" || null);
      if (isOffered) await emptyOutbox(tab);
    }
  await tab.open(CHAT);
  await emptyOutbox(tab);
  const there = await tab.run(textsOnServer);
  const stored = await tab.run(storedHere);
  const counted = run.texts.map(({ text, how }) => {
    const mark = text.split(" ", 1)[0] ?? text;
    const count = there.filter((each) => each.includes(text)).length;
    const marks = there.join("\n").split(mark).length - 1;
    const places = Object.entries(stored).flatMap(([name, rows]) =>
      rows.filter((row) => row.includes(mark)).map((row) => `${name}: ${row.slice(0, 200)}`),
    );
    return {
      count: count === 0 ? 0 : marks,
      finding: `"${text}" (${how}), ${marks} times, ${places.join("; ")}`,
    };
  });
  const lost = counted.filter(({ count }) => count === 0).map(({ finding }) => finding);
  const doubled = counted.filter(({ count }) => count > 1).map(({ finding }) => finding);
  return { lost, doubled };
}

async function emptyOutbox(tab: Tab): Promise<void> {
  const isEmpty = await waitFor(async () => {
    const { outbox } = await tab.run(storedHere);
    return outbox?.length === 0 || null;
  }, OUTBOX_MS);
  if (isEmpty === null)
    throw new Error(`The outbox is never empty: ${JSON.stringify(await tab.run(storedHere))}`);
}

/** @returns when the database of the shown document opens; null in a page without it */
async function slownessHere(tab: Tab): Promise<number | null> {
  return await tab.run(() => {
    const script = document.querySelector<HTMLScriptElement>("script[src^='/slow-database']");
    const slowness = script === null ? null : new URL(script.src).searchParams.get("slowness");
    return slowness === null ? null : (JSON.parse(slowness) as { opensAt: number }).opensAt;
  });
}

function describe({ index, arrival, place, slowness, wait, writings }: Visit): string {
  const { opensAt, hold } = slowness;
  const held = hold === null ? "" : `, held for ${hold.ms} ms from ${Math.round(hold.at)}`;
  const deeds = writings.map(({ end, pause }) => `${end}, ${pause} ms`).join("; ");
  return `visit ${index}: ${arrival} ${place}, opens after ${opensAt} ms${held}, wrote after ${Math.round(wait)} ms, [${deeds}]`;
}
