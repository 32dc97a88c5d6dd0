/**
 * Measures the quality of search mode's answers. A visitor asks a hundred questions and sends the thirty messages that need people, through
 * the real chat call, with the whole sample festival loaded and embedded.
 *
 * node bench/answers.bench.ts [--misses] [--held-out]
 *
 * Then an offline phone answers the same questions from its local copy, without comparing meanings.
 *
 * Gates: the right item among the first three for at least 90 % of the questions about existing items, no citation that leads nowhere, no
 * confident answer about a missing item, a help card for 30 of 30. On the phone: the right item for at least 85 %, and equally honest.
 */
import { sendMessage } from "#shared/features/chat/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import type { SearchDocument } from "#shared/features/search/document.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import { answerMessage } from "#shared/features/talk/answer/answer-message.ts";
import { worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import { searchCopy } from "#shared/features/talk/answer/search-copy.ts";
import { prepareCompanions } from "#server/features/companions/prepare-companions.ts";
import { claimUnembedded, storeEmbeddings } from "#server/features/search/embedding-repository.ts";
import { passagesOf } from "#server/features/search/passages.ts";
import { createLog } from "#server/log.ts";
import { EmbeddedEmbedder } from "#server/platform/embeddings/embedded-embedder.ts";
import { loadSampleFestival } from "#server/sample/load.ts";
import { readAnswer, type ReceivedFrame, textOf } from "#server/testing/chat-app.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type AnswerQuestion, heldOutQuestions, tuningQuestions } from "./answers-questions.ts";
import { knownHelp } from "./help-questions.ts";

interface Judged {
  question: AnswerQuestion;
  passes: boolean;
  /** A short summary of the answer. */
  summary: string;
}

const TOP = 3;
const BATCH = 200;

const embedder = new EmbeddedEmbedder({ log: createLog("warn") });
try {
  await using app = await startTestApp({ deps: { embedder } });
  await loadSampleFestival(app.deps);
  await prepareCompanions(app.deps);
  await embedAll(app);
  const documents = await readDocuments(app);
  const unresolved: string[] = [];
  const tuning = await judgeAll(tuningQuestions);
  const heldOut = await judgeAll(heldOutQuestions);
  const helped = await countHelped();
  report("tuned on", tuning, process.argv.includes("--misses"));
  report("held out", heldOut, process.argv.includes("--held-out"));
  const phone = await phoneOf(app);
  const tuningHere = await judgeAllHere(tuningQuestions, phone);
  const heldOutHere = await judgeAllHere(heldOutQuestions, phone);
  report("on a phone without a signal, tuned on", tuningHere, process.argv.includes("--misses"));
  report("on a phone without a signal, held out", heldOutHere, process.argv.includes("--held-out"));
  const allHere = [...tuningHere, ...heldOutHere];
  const itemsHere = allHere.filter(({ question }) => "item" in question.expected);
  const othersHere = allHere.filter(({ question }) => !("item" in question.expected));
  const all = [...tuning, ...heldOut];
  const items = all.filter(({ question }) => "item" in question.expected);
  const others = all.filter(({ question }) => !("item" in question.expected));
  console.log(`\nright item in the first ${TOP}: ${figure(items)}; on the phone: ${figure(itemsHere)}`);
  console.log(`honest where nothing is there: ${figure(others)}; on the phone: ${figure(othersHere)}`);
  console.log(phone.times());
  console.log(`citations that lead nowhere: ${unresolved.length}`);
  console.log(`help cards: ${helped.shown} of ${helped.asked}`);
  const gates = [
    { name: `right item in the first ${TOP} >= 90 %`, passes: share(items) >= 0.9 },
    { name: "honest where nothing is there >= 90 %", passes: share(others) >= 0.9 },
    { name: `on the phone, right item in the first ${TOP} >= 85 %`, passes: share(itemsHere) >= 0.85 },
    { name: "on the phone, honest where nothing is there >= 90 %", passes: share(othersHere) >= 0.9 },
    { name: `every citation resolves (${unresolved.join(", ")})`, passes: unresolved.length === 0 },
    { name: "30 of 30 help cards", passes: helped.asked === 30 && helped.shown === 30 },
  ];
  for (const { name } of gates.filter(({ passes }) => !passes)) {
    console.error(`FAILED: ${name}`);
    process.exitCode = 1;
  }

  async function judgeAll(questions: readonly AnswerQuestion[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const question of questions) judged.push(judge(question, await ask(question.text)));
    return judged;
  }

  /** Each question starts a new conversation. */
  async function ask(text: string): Promise<ReceivedFrame[]> {
    return await readAnswer(await app.as("a visitor").send(sendMessage, { body: { text } }));
  }

  function judge(question: AnswerQuestion, frames: readonly ReceivedFrame[]): Judged {
    const text = textOf(frames);
    const events = frames.flatMap(({ event }) => (event === null ? [] : [event]));
    const sources = events.flatMap((event) => (event.type === "source-document" ? [event.sourceId] : []));
    const cited = citedIn(text);
    for (const id of new Set([...sources, ...cited])) {
      if (!documents.has(id) || !sources.includes(id)) unresolved.push(`${id} (${question.text})`);
    }
    const offers = events.some((event) => event.type === "data-ui" && event.data.type === "memory-offer");
    return judgeText(question, text, offers);
  }

  async function judgeAllHere(questions: readonly AnswerQuestion[], phone: Phone): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const question of questions) judged.push(await judgeHere(question, phone));
    return judged;
  }

  async function judgeHere(question: AnswerQuestion, phone: Phone): Promise<Judged> {
    const { parts, ui } = await phone.answer(question.text);
    return judgeText(question, parts.map(({ text }) => text).join(""), ui?.type === "memory-offer");
  }

  function judgeText(question: AnswerQuestion, text: string, offers: boolean): Judged {
    const cited = citedIn(text);
    const lines = cited.slice(0, TOP).map((id) => documents.get(id) ?? id);
    const isUnsure = unsureOf(question.sort).test(text) && offers;
    const { expected } = question;
    const passes =
      "item" in expected
        ? lines.some((line) => expected.item.test(line)) || expected.city?.test(text) === true
        : "hedged" in expected
          ? isUnsure
          : cited.length === 0 && expected.declined.test(text);
    const summary = `${text.split("\n")[0]} ${lines.map((line) => line.slice(0, 60)).join(" | ")}`;
    return { question, passes, summary };
  }

  async function countHelped() {
    let shown = 0;
    const messages = Object.values(knownHelp).flat();
    for (const text of messages) {
      const frames = await ask(text);
      if (frames.some(({ event }) => event?.type === "data-ui" && event.data.type === "help-card"))
        shown += 1;
    }
    return { asked: messages.length, shown };
  }
} finally {
  await embedder.close();
}

async function embedAll({ database }: TestApp): Promise<void> {
  if (!database.hasVector) throw new Error("This Postgres has no pgvector: meaning cannot be measured.");
  for (;;) {
    const claim = { model: embedder.id, limit: BATCH, leaseMs: 600_000, changedSince: new Date(0) };
    const documents = await claimUnembedded(database.kysely, claim);
    if (documents.length === 0) return;
    const embedded = [];
    for (const document of documents) {
      embedded.push({ ...document, vectors: await embedder.embed(passagesOf(document)) });
    }
    await storeEmbeddings(database.kysely, embedder.id, embedded);
  }
}

interface Phone {
  answer: (question: string) => ReturnType<typeof answerMessage>;
  /** Durations as a sentence. */
  times: () => string;
}

/** A visitor's phone: the same documents, in memory. */
async function phoneOf({ database }: TestApp): Promise<Phone> {
  const { rows } = await database.pool.query<SearchDocument>(
    `select id, kind, owner_id as "ownerId", community_id as "communityId", companion, title, body, place, latitude, longitude
     from search_documents where owner_id is null and companion is null`,
  );
  const beganAt = performance.now();
  const index = indexDocuments(rows);
  const readMs = performance.now() - beganAt;
  const copy = {
    index,
    notes: new Map<string, never>(),
    city: specCity,
    services: servicesOf(specCity),
    productName: "Looby",
    clock: { now: new Date(), zone: "UTC" },
    me: null,
    home: null,
    connected: [],
    facts: new Map(),
    communities: [],
    events: async () => null,
    ownLines: async () => null,
  };
  const world = worldOfCopy(copy);
  const times: number[] = [];
  return {
    async answer(message) {
      const askedAt = performance.now();
      const search = () => searchCopy(copy, message);
      const answer = await answerMessage(world, { message, earlier: [], search, mayNeedHelp: false });
      times.push(performance.now() - askedAt);
      return answer;
    },
    times() {
      const sorted = times.toSorted((one, other) => one - other);
      const [middle = 0, slow = 0] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)]);
      return `on the phone: ${rows.length} documents read in ${readMs.toFixed(0)} ms, an answer in ${middle.toFixed(1)} ms (p95 ${slow.toFixed(1)} ms)`;
    },
  };
}

function citedIn(text: string): string[] {
  return [...text.matchAll(/\[\^([^\]]+)\]/g)].map(([, id = ""]) => id);
}

/** All citable documents by id, as one line each. */
async function readDocuments({ database }: TestApp): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<
    Record<"id" | "kind" | "title" | "place" | "body", string | null>
  >("select id, kind, title, place, body from search_documents");
  return new Map(
    rows.map(({ id, kind, title, place, body }) => [
      id ?? "",
      `${kind}: ${title} @ ${place ?? ""}: ${body?.replaceAll("\n", " ")}`,
    ]),
  );
}

/** A question about a missing item may be answered with a near match; an off-topic question has none. */
function unsureOf(sort: AnswerQuestion["sort"]): RegExp {
  return sort === "off topic"
    ? /^(?:I am not sure|I found nothing)/
    : /^(?:I am not sure|I found nothing|[^.\n]+ that could fit)/;
}

function report(name: string, judged: readonly Judged[], withMisses: boolean): void {
  console.log(`\n${name}: ${figure(judged)}`);
  const sorts = new Set(judged.map(({ question }) => question.sort));
  for (const sort of sorts) {
    console.log(`  ${sort.padEnd(14)} ${figure(judged.filter(({ question }) => question.sort === sort))}`);
  }
  if (!withMisses) return;
  for (const { question, summary } of judged.filter(({ passes }) => !passes)) {
    console.log(`  missed: ${question.text}\n          ${summary}`);
  }
}

function share(judged: readonly Judged[]): number {
  return judged.filter(({ passes }) => passes).length / judged.length;
}

function figure(judged: readonly Judged[]): string {
  return `${judged.filter(({ passes }) => passes).length} of ${judged.length} (${(share(judged) * 100).toFixed(1)} %)`;
}
