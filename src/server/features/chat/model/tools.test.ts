import { afterAll, beforeAll, expect, test } from "vitest";
import { readAnswer, idsOf, postMessage, shapeOf, textOf } from "#server/testing/chat-app.ts";
import { calls, type ModelWorld, openModelWorld, resultsIn, words } from "#server/testing/model-world.ts";
import { streamWords } from "#server/testing/doubles/upstream-model.ts";

// Models using Looby's abilities, tested over HTTP. The fake provider rejects the same requests as OpenAI.

let world: ModelWorld;
beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("calls several abilities at once and answers with citations", async () => {
  const { upstream, ada, ladder, tomorrow, script, stored } = world;
  script([
    calls([
      { name: "find", arguments: { what: "ladder", near: "7:30 & E", kind: null } },
      { name: "availability", arguments: { item: `resource:${ladder}`, firstDay: tomorrow } },
      { name: "distance", arguments: { from: "3:00 & B", to: `resource:${ladder}` } },
    ]),
    words("Olga has one [^resource:", `${ladder}], but it is taken tomorrow. [^resource:made-up] [^7]`),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder for tomorrow?" }));
  expect(textOf(frames)).toBe(`Olga has one [^resource:${ladder}], but it is taken tomorrow.`);
  expect(shapeOf(frames)).toBe(
    "start data-steps text-start source-document text-delta text-end data-ui finish [DONE]",
  );
  expect(await stored(frames)).toMatchObject({
    state: "done",
    model: "own/model",
    steps: ["find", "availability", "distance"],
    sources: [{ sourceId: `resource:${ladder}` }],
  });

  const [first, second] = upstream.asked.slice(before);
  const system = first?.messages[0]?.content ?? "";
  expect(system).toMatch(
    /It is \w+ \d+ \w+ \d{4}, \d\d:\d\d in the festival's zone \([\w/]+\); as a day, today is \d{4}-\d\d-\d\d\./,
  );
  expect(first?.tools?.map((tool) => tool.function.name)).toContain("find");
  const results = resultsIn(second);
  expect(results.map(({ id }) => id)).toEqual(["call_find_0", "call_availability_1", "call_distance_2"]);
  expect(results[0]?.result.items).toContainEqual(expect.objectContaining({ id: `resource:${ladder}` }));
  expect(results[1]?.result.said).toMatch(/^No, \*\*Telescopic ladder, 4 m\*\* is taken/);
  expect(results[2]?.result.said).toMatch(/From 3:00 & \w+ to .* it is \*\*[\d.]+ km\*\*/);
});

test("answers calls in the form of other models and names the filters it left out", async () => {
  const { upstream, ada, ladder, script, stored } = world;
  script([
    calls([
      {
        name: "functions.find",
        arguments: '```json\n{"what": "ladder", "kind": "spaceship", "near": "N/A",}\n```',
      },
      { name: "default_api.find", arguments: { what: "ladder", kind: "starship" } },
      { name: "Details", arguments: { item: `[^resource:${ladder}]`, aspect: "lender" } },
    ]),
    words("Olga has one."),
  ]);
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "who has a ladder, anywhere?" }));
  const [first, second, third] = resultsIn(upstream.asked[before + 1]).map(({ result }) => result);
  expect(first?.items).toContainEqual(expect.objectContaining({ id: `resource:${ladder}` }));
  expect(first).toMatchObject({ leftOut: [expect.stringMatching(/^kind "spaceship" is left out/)] });
  expect(second?.error).toBe("You have this result already.");
  expect(third?.said).toContain("shared by **Olga**");
  expect(third).not.toHaveProperty("leftOut");
  expect((await stored(frames)).steps).toEqual(["find", "details"]);
});

test("sends the model the conversation's state, from which it continues", async () => {
  const { upstream, ada, ladder, script } = world;
  script([calls([{ name: "find", arguments: { what: "ladder" } }]), words(`Here: [^resource:${ladder}]`)]);
  const first = await readAnswer(await postMessage(ada, { text: "who has a telescopic ladder?" }));
  script([
    calls([{ name: "details", arguments: { item: `resource:${ladder}`, aspect: "owner" } }]),
    words("It is Olga's."),
  ]);
  const before = upstream.asked.length;
  await readAnswer(await postMessage(ada, { text: "who owns it?", threadId: idsOf(first).threadId }));
  const question = upstream.asked[before]?.messages.at(-1)?.content ?? "";
  const talk = JSON.parse(/BEGIN TALK (\S+)\n(.*)\nEND TALK \1/.exec(question)?.[2] ?? "null") as object;
  expect(talk).toMatchObject({
    lookedFor: "telescopic ladder",
    shownInOrder: [{ id: `resource:${ladder}`, title: "Telescopic ladder, 4 m" }],
    thingSpokenOf: `resource:${ladder}`,
  });
  expect(resultsIn(upstream.asked[before + 1])[0]?.result.said).toContain("shared by **Olga**");
});

test("charges rounds, arguments and results to the budget", async () => {
  const { upstream, app, ada, script } = world;
  const used = async () => {
    const { rows } = await app.database.pool.query<{ bucket: string; used: number }>(
      "select bucket, used from model_budgets where bucket like '%|total'",
    );
    const of = (kind: string) => rows.find(({ bucket }) => bucket === `${kind}|total`)?.used ?? 0;
    return { runs: of("run"), characters: of("characters") };
  };
  const before = await used();
  script([calls([{ name: "find", arguments: { what: "ladder" } }]), words("Yes.")]);
  const asked = upstream.asked.length;
  await readAnswer(await postMessage(ada, { text: "who has a ladder?" }));
  const length = upstream.asked[asked + 1]?.messages.at(-1)?.content.length ?? 0;
  const after = await used();
  expect(after.runs - before.runs).toBe(2);
  expect(after.characters - before.characters).toBe(length + "Yes.".length + 'find{"what":"ladder"}'.length);
});

test("sends the items in the prompt to a model that refuses tools", async () => {
  const { upstream, app, ada, ladder } = world;
  upstream.answer = (response, { tools }) =>
    tools === undefined
      ? streamWords(response, [`From the prompt: [^resource:${ladder}]`])
      : response.writeHead(400).end('{"error":{"message":"own/model does not support tools"}}');
  const before = upstream.asked.length;
  const frames = await readAnswer(await postMessage(ada, { text: "who has a telescopic ladder?" }));
  expect(textOf(frames)).toBe(`From the prompt: [^resource:${ladder}]`);
  await readAnswer(
    await postMessage(ada, { text: "how far is it from 3:00 and B?", threadId: idsOf(frames).threadId }),
  );
  const asked = upstream.asked.slice(before);
  expect(asked.map(({ tools }) => tools !== undefined)).toEqual([true, false, false]);
  expect(asked[1]?.messages.at(-1)?.content).toContain("BEGIN ITEMS");
  // It cannot compute distances, so the rules' answer is in its prompt.
  expect(asked[2]?.messages.at(-1)?.content).toMatch(/"loobysRulesSay":"From 3:00 & \w+ to /);

  await app.models.check(AbortSignal.timeout(5_000));
  upstream.listed = ["own/model"];
  upstream.supportedParameters = ["temperature"];
  await app.models.check(AbortSignal.timeout(5_000));
  const later = upstream.asked.length;
  await readAnswer(await postMessage(ada, { text: "who has rope?" }));
  expect(upstream.asked.slice(later).map(({ tools }) => tools !== undefined)).toEqual([false]);
  upstream.supportedParameters = ["tools"];
  await app.models.check(AbortSignal.timeout(5_000));
});
