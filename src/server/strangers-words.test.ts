import { lexer, type Token } from "marked";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { requestResetCode } from "#shared/features/account/contract.ts";
import { getThread, type Message } from "#shared/features/chat/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { listNotifications } from "#shared/features/notifications/contract.ts";
import { abilityContracts, callableAbilities } from "#shared/features/talk/abilities/abilities.ts";
import { exportCommunity, transferParts } from "#shared/features/transfer/contract.ts";
import { abilities, type Ability } from "#shared/features/talk/understand/intent.ts";
import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";
import { plainAnswer } from "#server/features/telegram/plain-answer.ts";
import { whatIsNear } from "#server/features/telegram/what-is-near.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { idsOf, postMessage, readAnswer } from "#server/testing/chat-app.ts";
import { calls, type ModelWorld, openModelWorld, words } from "#server/testing/model-world.ts";
import { type FilledCall, fillEveryField, hostileWords, THING } from "#server/testing/strangers-words.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { rounds } from "../../proof/scale.ts";

// Every field that a person or a file can fill contains words that want to be more than words. Every text that Looby makes of them is
// checked for what a page, a messenger or a spreadsheet would act on.

/** Text fields of the contracts that are not shown to other users: secrets, names of things stored elsewhere, and questions. */
const NOT_SHOWN: readonly RegExp[] = [
  / (?:.*\.)?(?:userId|createdBy|creatorPseudonym|pseudonym|email|phone|createdAt|updatedAt|isResource|fileSize)$/,
  / (?:currentPassword|password|adminPassword|code|token|username)$/,
  / (?:photoUrls\[\]|profilePhoto|coverPhoto|profilePhotoPath|coverPhotoPath|mimeType|deviceInfo)$/,
  / (?:admins|members|adminIds|memberIds)\[\]$/,
  // Days, the other form of `tags[]`, and words that have to be those of something stored.
  / (?:first|last|demote|tags|item)$/,
  /^(?:daily\.process-thought) |^knowledge\.add source$|^communities\.create location\.address$/,
  /^(?:account\.|omi\.|voice\.|companions\.|telegram\.|leaving\.|knowledge\.(?:query|insights) |chat\.send (?!text))/,
];

/** Questions for each ability, and to be asked which one. */
const questions: Record<Ability, readonly string[]> = {
  find: [THING, `who has a ${THING} near 7:30?`, `looking for a ${THING} tomorrow`],
  details: [
    `tell me more about the ${THING}`,
    `who owns the ${THING} Aloha?`,
    `where is the ${THING} Bravo?`,
  ],
  availability: [`is the ${THING} free?`, `is the ${THING} Aloha free tomorrow?`],
  borrow: [`can I borrow the ${THING} Aloha tomorrow?`, `I want to borrow the ${THING}`],
  directions: [
    `how do I get from 6:00 & C to the ${THING} Camp?`,
    "how do I get to [in](https://bad.example)?",
  ],
  distance: [
    `how far is it from 3:00 & B to the ${THING} Camp?`,
    "how far is https://bad.example from 3:00 & C?",
  ],
  "at-address": ["what is at 4:30 & F?", "camps on 4:30"],
  nearest: [`where is the nearest ${THING}?`, "nearest [toilet](https://bad.example) from 6:00 & C"],
  "where-am-i": ["where am I?"],
  "whats-on": [
    `when is the ${THING} hour?`,
    "what is on today?",
    "is there [x](https://bad.example) on tonight?",
  ],
  forget: [`forget what I said about the ${THING}`, "cancel my request", "delete my need"],
  my: ["what did I lend?", "what do I look for?", "what is my plan?", "which requests wait for me?"],
  remember: ["remember that [x](https://bad.example) is at 7:30"],
  recall: [`what did I note about the ${THING}?`, "what did I note about [x](https://bad.example)?"],
  "post-need": ["post that I need [x](https://bad.example)"],
  share: ["I have a [x](https://bad.example) to share"],
  "medical-first": [`I need first aid at the ${THING} Camp`, "I cut my foot, where are the medics?"],
  about: ["what is leave no trace?", "who are you?", "what day is it?"],
  "small-talk": ["hello [x](https://bad.example)", "thank you"],
};

let app: TestApp;
let model: ModelWorld;
const made: FilledCall[] = [];
const mails: Mail[] = [];
const PEOPLE = ["mallory", "accomplice", "boss", "ada"] as const;
beforeAll(async () => {
  app = await startTestApp({ deps: { mailer: { send: async (mail) => void mails.push(mail) } } });
  model = await openModelWorld();
  for (const name of PEOPLE) await app.signUp(name);
  await app.nameOperators("boss");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

test.each(Object.entries(hostileWords).slice(0, rounds({ gate: 4, all: 7, nightly: 7 })))(
  "answers about things full of words of the kind %s with words",
  async (_, words) => {
    const [mallory, accomplice, operator] = [app.as("mallory"), app.as("accomplice"), app.as("boss")];
    made.push(...(await fillEveryField({ mallory, accomplice, operator }, words)));
    const answers = [];
    for (const ability of abilities)
      for (const question of questions[ability]) {
        const isOwn = ability === "my" || ability === "recall";
        answers.push(await askFor(isOwn ? mallory : app.as("ada"), question));
      }
    expect(answers.flatMap(liveInAnswer)).toEqual([]);
    expect(answers.filter(({ content }) => content.includes(THING)).length).toBeGreaterThan(12);
  },
);

test("refuses 10,000 characters in a field with less room and names the field", async () => {
  const last = new Map(
    made.flatMap((call) =>
      call.paths.map((path) => [`${call.endpoint.id} ${path}`, { ...call, path }] as const),
    ),
  );
  const wrong: string[] = [];
  for (const [field, { client, endpoint, input, body, path }] of last) {
    const long = withText(body, path.split("."), "long ".repeat(2_000));
    const answer = await client.send(endpoint, { ...input, body: long });
    const said = await answer.text();
    if (ROOMY.has(field) ? answer.status >= 500 : answer.status !== 400 || !said.includes('"fields"'))
      wrong.push(`${field}: ${answer.status} ${said.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(last.size).toBeGreaterThan(40);
});

test("notifies of things full of such words in words", async () => {
  for (const name of PEOPLE) {
    const { notifications } = await app.as(name).call(listNotifications, { query: {} });
    expect(notifications.filter(({ text }) => DIRECTIONS.test(text))).toEqual([]);
    expect(notifications.filter(({ link }) => link !== null && !/^\/[a-z]/.test(link))).toEqual([]);
    if (name === "mallory") expect(notifications.length).toBeGreaterThan(5);
  }
});

test("answers a place with such words near it in words", async () => {
  const said = await whatIsNear(app.database.kysely, { latitude: 40.78, longitude: -119.2 });
  expect(said).toContain(THING);
  expect(liveInTelegram(said)).toEqual([]);
});

test("mails a name that looks like an address as words", async () => {
  const pseudonym = "sign.in.bad.example";
  await app.signUp(pseudonym, { email: "victim@example.org" });
  await app.as("a stranger").call(requestResetCode, { body: { pseudonym } });
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails.map(({ text }) => liveInTelegram(text))).toEqual([[]]);
});

test("exports such words without a formula", async () => {
  const { loobricates } = await app.as("mallory").call(listCommunities, {});
  expect(loobricates.length).toBeGreaterThan(3);
  for (const { id } of loobricates)
    for (const part of transferParts) {
      const file = await app
        .as("mallory")
        .send(exportCommunity, { params: { communityId: id }, query: { part, format: "csv" } });
      expect(file.status).toBe(200);
      // A spreadsheet separates cells at whichever of these signs its country uses.
      const cells = (await file.text()).split(/[,;\t\r\n|]/).map((cell) => cell.replace(/^\s*"?\s*/, ""));
      expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
    }
});

test("shows no link that a model's call brings into Looby's own words", async () => {
  const { script, stored, ada } = model;
  const answers: Message[] = [];
  for (const name of callableAbilities)
    for (const leftOut of ["none", "item"]) {
      const { shape } = abilityContracts[name].input;
      const fields = Object.entries(shape).filter(([field]) => field !== leftOut);
      const made = Object.fromEntries(fields.flatMap(([field, type]) => argumentFor(field, type)));
      script([calls([{ name, arguments: made }]), words()]);
      const frames = await readAnswer(await postMessage(ada, { text: "what about the thing we spoke of?" }));
      answers.push(await stored(frames));
    }
  expect(answers.flatMap(liveInAnswer)).toEqual([]);
  expect(answers.filter(({ content }) => content.includes("bad.example")).length).toBeGreaterThan(5);
});

/** A link wherever a model can write words. */
function argumentFor(field: string, type: z.core.$ZodType): [string, unknown][] {
  const schema = z.toJSONSchema(type, { io: "input" });
  if (schema.maxLength === 10) return []; // a day
  const [choice] = schema.enum ?? [];
  const link = hostileWords.link;
  return [[field, choice ?? (schema.type === "array" ? [link] : link)]];
}

/** Each part of an answer that is more than words, on a page or in Telegram. */
function liveInAnswer(message: Message): string[] {
  const { content } = message;
  const telegram = plainAnswer({ ...message, text: content, steps: [] }, null, null);
  return [...liveIn(content), ...liveInTelegram(telegram)].map((live) => `${live} in ${content}`);
}

test("fills every text field of the contracts", () => {
  const filled = new Set(
    made.flatMap(({ endpoint, paths }) => paths.map((path) => `${endpoint.id} ${path}`)),
  );
  const known = app.routes.flatMap(({ endpoint }) => textFields(endpoint));
  const missing = known.filter((field) => !filled.has(field) && !NOT_SHOWN.some((kind) => kind.test(field)));
  expect(missing).toEqual([]);
});

/** Fields with room for 10,000 characters. */
const ROOMY = new Set(["memories.edit content"]);

/** A copy of a body with another text in one field. */
function withText(value: unknown, [name = "", ...rest]: readonly string[], text: string): unknown {
  const field = name.replace("[]", "");
  const inner = (value as Record<string, unknown>)[field];
  const put = (each: unknown): unknown => (rest.length === 0 ? text : withText(each, rest, text));
  return { ...(value as object), [field]: name.endsWith("[]") ? (inner as unknown[]).map(put) : put(inner) };
}

async function askFor(client: TestClient, text: string): Promise<Message> {
  const { threadId, messageId } = idsOf(await readAnswer(await postMessage(client, { text })));
  const { messages } = await client.call(getThread, { params: { threadId } });
  const message = messages.find(({ id }) => id === messageId);
  if (message === undefined) throw new Error(`no answer to ${text}`);
  return message;
}

const WORDS = new Set(["paragraph", "text", "strong", "list", "list_item", "space", "escape"]);
/** Reverse the text after them. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/;

/** The parts of an answer's Markdown that are more than words, emphasis and lists, by an independent parser. */
function liveIn(markdown: string): string[] {
  const found = DIRECTIONS.test(markdown) ? ["a direction"] : [];
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (!WORDS.has(token.type)) found.push(`${token.type} ${token.raw}`);
      if ("items" in token) read(token.items as Token[]);
      if ("tokens" in token) read(token.tokens ?? []);
    }
  };
  read(lexer(markdown, { gfm: true }));
  return found;
}

/** Parts that Telegram would act on: addresses with or without a scheme, names, commands, tags and directions. */
function liveInTelegram(text: string): string[] {
  const directions = DIRECTIONS.test(text) ? ["a direction"] : [];
  const links =
    text.match(/\S*(?:[\p{L}\p{N}_-]\.\p{L}|:\/\/|@\w|(?<![\p{L}\p{N}\u200B/])[/#]\p{L})\S*/gu) ?? [];
  return [...directions, ...links];
}

/** The text fields of an endpoint's body, as "resources.add title", except ids, choices and texts of a fixed form. */
function textFields(endpoint: Endpoint): string[] {
  if (!isWrite(endpoint) || endpoint.body === undefined) return [];
  const schema = z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" });
  return [...new Set(pathsOf(schema))].map((path) => `${endpoint.id} ${path}`);
}

function pathsOf(schema: z.core.JSONSchema.JSONSchema, path = ""): string[] {
  const { type, anyOf = [], allOf = [], properties = {}, items } = schema;
  const inner = [...anyOf, ...allOf].flatMap((each) => pathsOf(each as z.core.JSONSchema.JSONSchema, path));
  const fields = Object.entries(properties).flatMap(([name, each]) =>
    pathsOf(each as z.core.JSONSchema.JSONSchema, path === "" ? name : `${path}.${name}`),
  );
  const listed =
    type === "array" && items !== undefined
      ? pathsOf(items as z.core.JSONSchema.JSONSchema, `${path}[]`)
      : [];
  const isText =
    type === "string" &&
    !("enum" in schema || "const" in schema || "format" in schema || "pattern" in schema);
  return [...inner, ...fields, ...listed, ...(isText ? [path] : [])];
}
