import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { sendMessage } from "#shared/features/chat/contract.ts";
import {
  type ArchivedMemory,
  cursorAfter,
  deleteMemory,
  editMemory,
  exportMemories,
  importMemories,
  listMemories,
} from "#shared/features/memories/archive/archive-contract.ts";
import { datedTexts } from "#shared/features/memories/archive/markdown-file.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { newId } from "#shared/id.ts";
import { readAnswer } from "#server/testing/chat-app.ts";
import { notify } from "#server/features/notifications/notify.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const AT = "2026-03-03T15:05:00.000Z";

function talk(count: number, createdAt = AT) {
  return Array.from({ length: count }, (_, index) => ({
    id: `turn-${String(index).padStart(3, "0")}`,
    content: `You: line number ${index} of the talk`,
    createdAt,
    source: index % 2 === 0 ? "omi" : "looby",
  }));
}

test("lists every memory once across pages, even with equal times", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  await ada.call(importMemories, { body: talk(45) });
  const seen: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await ada.call(listMemories, { query: { limit: 7, before } });
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (last === undefined) break;
    before = cursorAfter(last);
  }
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  expect(seen[0]).toBe("turn-044");
  const first = await ada.call(listMemories, { query: { _: "1764000000000" } });
  expect(first).toHaveLength(20);
  expect(first[0]).toMatchObject({
    source: "omi",
    createdAt: AT,
    analysis: { mood: null, title: null },
    metadata: { source: "omi", formatVersion: "v2", hasSpeakers: true, version: 1 },
  });
  const omi = await ada.call(listMemories, { query: { source: "omi", limit: 200 } });
  expect(omi).toHaveLength(23);
  expect(await app.as("bob").call(listMemories, { query: {} })).toEqual([]);
});

test("finds words, word forms, typos and text recorded beside them", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const lines = [
    "Did you ever find out why the generator stalls?",
    "Sand in the filter, we rinsed it.",
    "The choir rehearses under the copper tree.",
    "Nobody came to the pancake breakfast.",
  ];
  const at = (hour: number) => `2026-03-03T${String(hour).padStart(2, "0")}:00:00Z`;
  const hours = [8, 8, 12, 18];
  await ada.call(importMemories, {
    body: lines.map((content, index) => ({ content, createdAt: at(hours[index] ?? 0), source: "omi" })),
  });
  const found = async (q: string) =>
    (await ada.call(listMemories, { query: { q } })).map(({ content }) => content);
  expect((await found("stalling generators")).slice(0, 2)).toEqual(lines.slice(0, 2));
  expect((await found("rehearsal of the choir"))[0]).toBe(lines[2]);
  expect((await found("pankake"))[0]).toBe(lines[3]);
  expect(await found("xylophone zebra")).toEqual([]);
  expect((await ada.call(listMemories, { query: { q: "generator", source: "looby" } })).length).toBe(0);
  // A search also finds a memory added after the index was built.
  await ada.call(createMemory, { body: { type: "want-to-know", content: "The xylophone is in the van" } });
  expect(await found("xylophone")).toEqual(["The xylophone is in the van"]);
});

test("indexes only new words and reports the later of two changes as a conflict", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const body = { type: "want-to-know", content: "The ladder is behind the kitchen" } as const;
  const { id } = await ada.call(createMemory, { body });
  const changed = await ada.call(editMemory, {
    params: { memoryId: id },
    body: { content: " The telescope is behind the kitchen ", version: 1 },
  });
  expect(changed).toMatchObject({ content: "The telescope is behind the kitchen", version: 2 });
  expect(changed.keywords).toContain("telescope");
  const late = { params: { memoryId: id }, body: { content: "The ladder is gone", version: 1 } };
  expect(await ada.refusal(editMemory, late)).toMatchObject({ code: "conflict", current: changed });
  expect(await ada.call(listMemories, { query: { q: "ladder" } })).toEqual([]);
  const too = (content: string) => ada.refusal(editMemory, { params: { memoryId: id }, body: { content } });
  expect(await too("  ")).toMatchObject({ code: "invalid-input" });
  expect(await too("x".repeat(2001))).toMatchObject({ code: "invalid-input" });
  for (const who of ["bob", "nobody"]) {
    const input = { params: { memoryId: who === "bob" ? id : "none" }, body: { content: "Mine now" } };
    expect(await app.as(who).refusal(editMemory, input)).toMatchObject({ code: "not-found" });
  }
});

test("hides another user's memory from changes, deletions and lists", async () => {
  await using app = await startTestApp();
  const [ada, eve] = [await app.signUp("Ada"), await app.signUp("Eve")];
  const { id } = await ada.call(createMemory, {
    body: { type: "want-to-know", content: "My tent stands at 7:30." },
  });
  const params = { memoryId: id };
  const gone = { status: 404, code: "not-found" };
  for (const other of [eve, app.as("a visitor")]) {
    expect(await other.refusal(editMemory, { params, body: { content: "Mine now." } })).toMatchObject(gone);
    expect(await other.refusal(deleteMemory, { params })).toMatchObject(gone);
    expect(await other.call(listMemories, { query: { q: "tent" } })).toEqual([]);
  }
  const missing = await eve.refusal(deleteMemory, { params: { memoryId: newId() } });
  expect(await eve.refusal(deleteMemory, { params })).toEqual(missing);
  expect(await ada.call(listMemories, { query: {} })).toMatchObject([{ content: "My tent stands at 7:30." }]);
});

test("deletes a memory's words from all tables, also against retries", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  const MARK = "quokkamarker";
  const id = newId();
  const stored = {
    body: { id, type: "want-to-know", content: `The ${MARK} sleeps behind the kettle` },
  } as const;
  const sure = { idempotencyKey: "a-key-of-a-phone" };
  await ada.call(createMemory, stored, sure);
  await ada.call(editMemory, {
    params: { memoryId: id },
    body: { content: `A ${MARK} sleeps behind the copper kettle` },
  });
  await readAnswer(await ada.send(sendMessage, { body: { text: "what sleeps behind the copper kettle?" } }));
  const { user } = await (await app.signUp("Owner of a kettle")).call(getSession, {});
  const expected = {
    userId: user.userId,
    kind: "need",
    text: `Somebody needs a ${MARK}`,
    link: `/needs?show=${id}`,
  };
  await notify(app.database.kysely, expected as never);
  expect(await tablesWith(MARK, app.database)).toEqual(
    expect.arrayContaining([
      "events",
      "idempotency_keys",
      "memories",
      "messages",
      "notifications",
      "search_documents",
    ]),
  );
  expect(await app.as("Bob").refusal(deleteMemory, { params: { memoryId: id } })).toMatchObject({
    code: "not-found",
  });
  await ada.call(deleteMemory, { params: { memoryId: id } });
  await ada.call(createMemory, stored, sure);
  expect(await tablesWith(MARK, app.database)).toEqual([]);
  expect(await ada.call(listMemories, { query: { q: MARK } })).toEqual([]);
  expect(await (await ada.send(exportMemories, {})).text()).not.toContain(MARK);
});

test("imports an export with the same ids, or as new rows for another account", async () => {
  await using app = await startTestApp();
  const ada = await app.signUp("Ada");
  await ada.call(importMemories, { body: talk(60) });
  const response = await ada.send(exportMemories, {});
  expect(response.headers.get("content-disposition")).toMatch(/attachment; filename="memories-.*\.json"/);
  const file = exportMemories.response.parse(await response.json());
  expect(file.memories).toHaveLength(60);
  const again = await ada.call(importMemories, { body: file });
  expect(again).toEqual({ imported: 0, skipped: 60, broken: 0, errors: [] });
  const bob = await app.signUp("Bob");
  expect(await bob.call(importMemories, { body: file })).toMatchObject({ imported: 60 });
  expect(await bob.call(importMemories, { body: file })).toMatchObject({ imported: 0, skipped: 60 });
  for (const { id } of file.memories) await ada.call(deleteMemory, { params: { memoryId: id } });
  expect(await ada.call(importMemories, { body: file })).toMatchObject({ imported: 60 });
  const back = exportMemories.response.parse(await (await ada.send(exportMemories, {})).json());
  expect(back.memories.map(({ id, content }) => [id, content])).toEqual(
    file.memories.map(({ id, content }) => [id, content]),
  );
  const { user } = await bob.call(getSession, {});
  const { rows } = await app.database.pool.query(
    "select count(*)::int as n from search_documents where owner_id = $1",
    [user.userId],
  );
  expect(rows).toEqual([{ n: 60 }]);
});

test("preserves the metadata of a memory in export and import", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const row = {
    content: "You: The water truck comes at noon.\n\nSpeaker 1: Bring the jugs.",
    createdAt: AT,
    source: "omi",
    type: "want-to-know",
    title: "Water",
    mood: "calm",
    overview: "About the water truck.",
    topics: ["water truck"],
    actionItems: ["Bring the jugs to the corner", "Thank the driver"],
    doneItems: ["Thank the driver"],
  };
  await ada.call(importMemories, { body: [row] });
  const file = exportMemories.response.parse(await (await ada.send(exportMemories, {})).json());
  expect(file.memories[0]).toMatchObject({
    title: "Water",
    type: "want-to-know",
    analysis: { mood: "calm", overview: row.overview, topics: row.topics, actionItems: row.actionItems },
  });
  const bob = app.as("bob");
  await bob.call(importMemories, { body: file });
  const again = exportMemories.response.parse(await (await bob.send(exportMemories, {})).json());
  const content = ({ id: _id, userId: _userId, updatedAt: _at, pseudonym: _name, ...rest }: ArchivedMemory) =>
    rest;
  expect(again.memories.map(content)).toEqual(file.memories.map(content));
  const markdown = await ada.send(exportMemories, { query: { format: "markdown" } });
  expect(markdown.headers.get("content-disposition")).toMatch(/attachment; filename="memories-.*\.md"/);
  expect(await markdown.text()).toContain(
    `UTC · Water\n\n${row.content}\n\n#### Action items\n\n- [ ] Bring the jugs to the corner\n- [x] Thank the driver\n`,
  );
});

test("imports nothing twice from a Markdown export, whatever its source", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const talk = { content: "You: Tea?\n\nSpeaker 1: Later.", createdAt: AT, source: "omi", title: "Tea" };
  await ada.call(importMemories, { body: [talk, { content: "A kite", createdAt: AT }] });
  await ada.call(createMemory, {
    body: { type: "something-else", content: "The kite flew over the Temple." },
  });
  const markdown = await (await ada.send(exportMemories, { query: { format: "markdown" } })).text();
  const { entries } = datedTexts(markdown, { fallback: AT, isMarkdown: true });
  expect(await ada.call(importMemories, { body: entries })).toMatchObject({ imported: 0, skipped: 3 });
  // Another user's memories do not belong to her.
  expect(await app.as("bob").call(importMemories, { body: entries })).toMatchObject({ imported: 3 });
});

test("reports invalid rows one by one and stores the others", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const good = { content: "A kite", createdAt: AT, source: "omi" };
  const body = [
    good,
    { ...good, content: " " },
    { ...good, content: "x".repeat(20_001) },
    { ...good, content: "x".repeat(2001), source: "looby" },
    { ...good, createdAt: "yesterday" },
    { content: "no time" },
    7,
    null,
    { ...good, content: "NUL \0" },
    { ...good, content: "Half a letter \ud800" },
    { ...good, content: "A good row", title: "T\0\ud800", mood: 7, topics: "x", actionItems: [null] },
    { ...good, content: "Another kite", source: "a-watch", id: "../../etc" },
  ];
  const report = await ada.call(importMemories, { body });
  expect(report).toMatchObject({ imported: 5, skipped: 0, broken: 7 });
  expect(report.errors.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(await ada.call(importMemories, { body })).toMatchObject({ imported: 0, skipped: 5 });
  const stored = await ada.call(listMemories, { query: {} });
  expect(stored).toHaveLength(5);
  expect(stored.map(({ content }) => content)).toEqual(
    expect.arrayContaining(["NUL", "Half a letter \ufffd"]),
  );
});

test("rejects an invalid import and a malformed list request", async () => {
  await using app = await startTestApp();
  const ada = app.as("ada");
  const imports: [unknown, string][] = [
    ["kite", "invalid-input"],
    [{ memories: "kite" }, "invalid-input"],
    [{ userId: "anon-somebody", memories: [] }, "forbidden"],
    [JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`), "invalid-input"],
    [Array.from({ length: 10_001 }, () => 1), "invalid-input"],
    [[{ content: "x".repeat(61 * 1024 * 1024) }], "too-large"],
  ];
  for (const [body, code] of imports)
    expect(await ada.refusal(importMemories, { body } as never)).toMatchObject({ code });
  const lists: [object, string][] = [
    [{ userId: "anon-somebody" }, "forbidden"],
    [{ limit: "0" }, "invalid-input"],
    [{ limit: "201" }, "invalid-input"],
    [{ before: "yesterday" }, "invalid-input"],
    [{ before: `${AT}_` }, "invalid-input"],
    [{ source: "dream" }, "invalid-input"],
    [{ q: "x".repeat(401) }, "invalid-input"],
  ];
  for (const [query, code] of lists)
    expect(await ada.refusal(listMemories, { query } as never)).toMatchObject({ code });
  const { rows } = await app.database.pool.query("select 1 from memories");
  expect(rows).toEqual([]);
});
