import { getSession } from "#shared/features/account/contract.ts";
import { changeThread, listThreads, sendMessage } from "#shared/features/chat/contract.ts";
import {
  saveCommunity,
  saveCommunityDetails,
  saveCommunityForm,
} from "#shared/features/communities/contract.ts";
import { createCommunity } from "#shared/features/communities/create-contract.ts";
import { changeMembership, requestToJoin } from "#shared/features/communities/people-contract.ts";
import { shareThought } from "#shared/features/daily/contract.ts";
import { markCamp } from "#shared/features/explore/contract.ts";
import { confirmLoan, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { listCamps } from "#shared/features/map/contract.ts";
import { importCamps } from "#shared/features/map/import-contract.ts";
import { editMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { addKnowledge } from "#shared/features/memories/knowledge-contract.ts";
import { addNeed, answerNeed } from "#shared/features/needs/contract.ts";
import { newTagCode } from "#shared/features/nfc/tag-code.ts";
import { setTag } from "#shared/features/nfc/contract.ts";
import { addEntry, addResource, editEntry } from "#shared/features/resources/contract.ts";
import type { CallInput, Endpoint } from "#shared/http/endpoint.ts";
import type { TestClient } from "./test-client.ts";

/** Words that want to be more than words, by name, those that do most first: each fits into a title. */
export const hostileWords = {
  link: "[Sign in](https://bad.example/in) ![](https://bad.example/p)",
  mention: "/stop @badbot #tag t.me/bad `code` **bold** [^camp:1]",
  direction: "\u202Egnp.exe \u2067\u2066\u202D",
  formula: `=HYPERLINK("https://bad.example");=1+1\t=2`,
  address: "https://bad.example www.bad.example me@bad.example bad.example",
  table: "| a | b | \n| - | - | \n| c | d | \n\n# big \n> q",
  html: "<img src=x onerror=alert(1)><a href=//bad.example>x</a>",
} as const;

/** The word that all hostile listings, camps and events have in common. */
export const THING = "gizmotron";
const YEAR = "2026";

/** A call with such words in it. */
export interface FilledCall {
  client: TestClient;
  endpoint: Endpoint;
  input: object;
  body: unknown;
  /** Fields of the body that contain the words, such as `answers[].question`. */
  paths: readonly string[];
}

export interface People {
  /** Fills the fields: an admin of their own community. */
  mallory: TestClient;
  /** Fills the rest: borrows, answers, asks to join. */
  accomplice: TestClient;
  /** Imports camps. */
  operator: TestClient;
}

/**
 * Fills every field that a person or a file can fill with `words`, in two listings of the same name, a community, a camp with an event, a
 * loan, needs, notes and a conversation.
 * @returns the calls made
 */
export async function fillEveryField(
  { mallory, accomplice, operator }: People,
  words: string,
): Promise<FilledCall[]> {
  const made: FilledCall[] = [];
  async function call<E extends Endpoint>(client: TestClient, endpoint: E, input: CallInput<E>) {
    const body = "body" in input ? input.body : null;
    made.push({ client, endpoint, input, body, paths: pathsWith(words, body) });
    return await client.call(endpoint, input);
  }
  const line = words.replaceAll(/\s+/g, " ");
  const tags = [words.slice(0, 40).replaceAll(",", "")];
  const today = dayOf(new Date());
  const { id: communityId } = await call(mallory, createCommunity, {
    body: {
      name: `${line} hall`,
      description: words,
      location: line,
      latitude: 40.78,
      longitude: -119.2,
      adminUsername: `${line.slice(0, 40)} ${crypto.randomUUID().slice(0, 8)}`,
      adminPassword: "a tent with 3 poles",
      tags,
    },
  });
  const addresses = { address: line, addressLine1: line, city: line, adminUsername: line.slice(0, 60) };
  await call(mallory, saveCommunity, {
    params: { communityId },
    body: { ...addresses, name: `${line} hall`, description: words, tags, joinQuestions: [line] },
  });
  const { addressLine1: _, ...details } = addresses;
  await call(mallory, saveCommunityDetails, {
    params: { communityId },
    body: { ...details, name: `${line} hall`, description: words, tags, joinQuestions: [line] },
  });
  await call(mallory, saveCommunityForm, {
    params: { communityId },
    body: { name: `${line} hall`, description: words },
  });
  await call(accomplice, requestToJoin, {
    params: { communityId },
    body: { answers: [{ question: line, answer: words }] },
  });
  const person = (await accomplice.call(getSession, {})).user.userId;
  await call(mallory, changeMembership, {
    params: { personId: person },
    body: { loobricateId: communityId, action: "add" },
  });
  const shared = { loobricateId: communityId, description: words, offeringType: "gear", tags } as const;
  const placed = { address: words, lat: 40.78, lon: -119.2 };
  const titles = [`${words} ${THING} Aloha`, `${words} ${THING} Bravo`] as const;
  const one = await call(mallory, addResource, { body: { ...shared, title: titles[0], location: placed } });
  await call(mallory, addResource, { body: { ...shared, title: titles[1], location: words } });
  await call(mallory, addEntry, { body: { ...shared, title: titles[1], location: placed } });
  const two = await call(mallory, addEntry, { body: { ...shared, title: titles[1], location: words } });
  await call(mallory, editEntry, { params: { entryId: two.id }, body: { location: placed } });
  await call(mallory, editEntry, {
    params: { entryId: one.id },
    body: { title: `${words} ${THING} Aloha`, description: words, tags, location: words },
  });
  const loan = await call(accomplice, requestLoan, {
    body: { resourceId: one.id, first: today, last: addDays(today, 1), message: words, contact: words },
  });
  await call(mallory, stepLoan, { params: { loanId: loan.id }, body: { step: "approve", note: words } });
  const code = newTagCode();
  await call(mallory, setTag, { params: { entryId: one.id }, body: { code } });
  await call(accomplice, confirmLoan, {
    params: { loanId: loan.id },
    body: { step: "hand-over", code, place: words },
  });
  const need = await call(mallory, addNeed, {
    body: { content: `I'm looking for ${words} ${THING}`, place: line, isShared: true },
  });
  await call(accomplice, answerNeed, { params: { needId: need.id }, body: { message: words } });
  const note = await call(mallory, createMemory, {
    body: { type: "want-to-know", content: `${words} ${THING} in my tent`, keywords: [line.slice(0, 60)] },
  });
  await call(mallory, editMemory, {
    params: { memoryId: note.id },
    body: { content: `${words} ${THING} in my tent` },
  });
  await call(mallory, shareThought, { body: { content: `${words} and I thought of it` } });
  const metadata = { mood: words, overview: words, topics: [words], actionItems: [words] };
  await call(mallory, addKnowledge, { body: { content: `${words} ${THING}`, metadata } });
  const camp = {
    uid: `camp ${words}`,
    name: `${words} ${THING} Camp`,
    description: words,
    hometown: words,
    landmark: words,
    location_string: "4:30 & F",
    playa_location: { frontage: "4:30", intersection: "F", exact_location: words, dimensions: words },
    offerings: [{ title: words, description: words }],
    events: [{ title: `${words} ${THING} hour`, description: words, start: `${today}T00:00:00Z`, end: null }],
  };
  const file = new File([JSON.stringify([camp])], "camps.json");
  const form = { file, year: YEAR, mode: "import", locationsFrom: "none" } as const;
  await (await operator.send(importCamps, { body: form })).text();
  const [marked] = await mallory.call(listCamps, {});
  if (marked === undefined) throw new Error("the camp was not imported");
  await call(mallory, markCamp, { params: { campId: marked.id }, body: { isFavourite: true, note: words } });
  const message = { text: words };
  made.push({ client: mallory, endpoint: sendMessage, input: {}, body: message, paths: ["text"] });
  await (await mallory.send(sendMessage, { body: message })).text();
  const { threads } = await mallory.call(listThreads, { query: {} });
  await call(mallory, changeThread, { params: { threadId: threads[0]?.id ?? "" }, body: { title: words } });
  return made;
}

/** The fields whose text contains the first of these words. */
function pathsWith(words: string, value: unknown, path = ""): string[] {
  if (typeof value === "string") return value.includes(words.slice(0, 9)) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pathsWith(words, each, `${path}[]`));
  if (typeof value !== "object" || value === null || value instanceof File) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    pathsWith(words, each, path === "" ? name : `${path}.${name}`),
  );
}
