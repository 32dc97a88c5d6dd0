import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { type GeoPoint, specCity } from "#shared/features/map/city/city.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { indexDocuments } from "#shared/features/search/document-index.ts";
import type { DocumentKind, SearchDocument } from "#shared/features/search/document.ts";
import type { AbilityWorld, ListingFacts } from "#shared/features/talk/answer/ability-world.ts";
import { worldOfCopy } from "#shared/features/talk/answer/copy-world.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import { GivenMemories } from "#server/features/chat/given-memories.ts";
import { reply } from "#server/features/chat/reply.ts";
import type { ReplyRequest, ReplyWorld } from "#server/features/chat/reply-request.ts";
import { companionsOf } from "#server/features/companions/roster.ts";
import { type LanguageModel, ModelError, type PromptMessage } from "#server/platform/llm/language-model.ts";

/** One question of each kind that people ask, in one talk. */
export const questions = [
  "Where is the nearest water?",
  "Who can lend me a ladder?",
  "And one closer to me?",
  "How do I walk from here to Kettle Corner?",
  "Is the tall ladder free on Saturday?",
  "Where do I get coffee, and what is on tonight near me?",
  "Hi, how are you today?",
  "How does borrowing work here?",
  "Does anyone have a grand piano?",
  "Please remember: my bike is locked at 3:00 & C.",
] as const;

/** How a question was answered. */
export interface Tried {
  /** Null: the model answered. Otherwise why it did not. */
  failure: string | null;
  /** Abilities, in order of use. */
  steps: readonly string[];
  /** A card that the user can confirm came with it. */
  hasCard: boolean;
  /** To the first word. */
  firstSeconds: number;
  seconds: number;
}

/** Asks the questions one after the other, as one user of a made-up festival, through the chat's own code. */
export async function* tryQuestions(model: LanguageModel, takesTools: boolean): AsyncGenerator<Tried> {
  const earlier: EarlierTurn[] = [];
  const history: PromptMessage[] = [];
  const world = replyWorld(model, takesTools);
  for (const question of questions) {
    const beganAt = performance.now();
    const since = () => (performance.now() - beganAt) / 1000;
    let answer = emptyAnswer;
    let failure: string | null = null;
    let firstSeconds: number | null = null;
    try {
      const request = requestFor(question, { earlier, history, memoryIds: [] }, model.defaultModel);
      for await (const event of reply(world, request, new AbortController().signal)) {
        if (event.type === "text-delta") firstSeconds ??= since();
        answer = addEvent(answer, event);
      }
      failure = failureIn(answer);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      failure = error.failure.message;
    }
    const seconds = since();
    yield {
      failure,
      steps: answer.steps,
      hasCard: answer.ui?.type === "proposal" || answer.ui?.type === "memory-offer",
      firstSeconds: firstSeconds ?? seconds,
      seconds,
    };
    const shown = answer.sources.map(({ sourceId, title }) => ({ sourceId, title }));
    earlier.push({ message: question, at: NOW, shown });
    history.push({ role: "user", content: question }, { role: "assistant", content: answer.text });
  }
}

function failureIn({ model, ui }: Answer): string | null {
  if (ui?.type === "model-away") return ui.reason ?? "";
  return model === null ? "The language model called abilities and wrote no words." : null;
}

/** A Thursday. */
const NOW = new Date("2027-09-02T19:40:00-07:00");

function replyWorld(languageModel: LanguageModel, takesTools: boolean): ReplyWorld {
  const abilities = festival();
  let hasTools = takesTools;
  return {
    languageModel,
    retrieve: async (_, { text, limit }) => await abilities.find({ text, kinds: null, near: null, limit }),
    abilities: async () => abilities,
    now: () => NOW.getTime(),
    models: {
      choose: () => [languageModel.defaultModel],
      markGone: () => undefined,
      takesTools: () => hasTools,
      markWithoutTools: () => (hasTools = false),
    },
  };
}

function requestFor(question: string, readable: ReplyRequest["readable"], model: string): ReplyRequest {
  const [companion = { id: "looby", name: "Looby", persona: "You are Looby." }] = companionsOf("Looby");
  return {
    runId: "run",
    threadId: "thread",
    messageId: "answer",
    viewer: { userId: "me", kind: "user", pseudonym: "Juniper", sessionId: "session" },
    companion,
    question,
    help: null,
    readable,
    earlier: readable.earlier,
    showThinking: false,
    useRag: true,
    metric: "cosine",
    connected: [],
    position: null,
    fromLibrary: false,
    overBudget: null,
    models: [model],
    meter: { model: "", characters: 0 },
    given: new GivenMemories(async () => undefined),
  };
}

/** A library with a few things of each kind, and a programme. */
function festival(): AbilityWorld {
  const kettle = { campId: "camp:kettle", campName: "Kettle Corner", description: null };
  const songs = { title: "Songs", start: "2027-09-02T21:00:00-07:00", end: "2027-09-02T23:00:00-07:00" };
  return worldOfCopy({
    productName: "Looby",
    city: specCity,
    clock: { now: NOW, zone: "America/Los_Angeles" },
    me: { ...pointOf("7:30 & E"), accuracyM: 10, at: NOW },
    home: null,
    services: servicesOf(specCity),
    communities: [],
    ownLines: async () => [],
    events: async () => [{ ...kettle, ...songs }],
    index: indexDocuments([
      document(
        "camp",
        "kettle",
        "Kettle Corner",
        "Free coffee and tea from morning to midnight.",
        "7:00 & D",
      ),
      document("camp", "bolt", "Bolt & Nut", "We repair bicycles and lend tools.", "4:30 & G"),
      document("resource", "tall", "Tall ladder", "Aluminium, four metres.", "4:30 & G"),
      document("resource", "step", "Step ladder", "Wood, two metres.", "7:15 & E"),
      document("resource", "quiet", "Quiet generator", "2 kW, petrol.", "3:00 & C"),
      document(
        "context",
        "borrowing",
        "Borrowing",
        "Open a thing, choose days, send the request to its owner.",
        null,
      ),
      document("context", "quiet", "Quiet hours", "From 2 to 8 in the morning the streets are quiet.", null),
    ]),
    notes: new Map(),
    connected: [],
    facts: new Map([
      ["resource:tall", listing([{ state: "approved", first: "2027-09-04", last: "2027-09-05" }])],
      ["resource:step", listing([])],
      ["resource:quiet", listing([])],
    ]),
  });
}

function document(
  kind: DocumentKind,
  name: string,
  title: string,
  body: string,
  place: string | null,
): SearchDocument {
  const at = place === null ? { latitude: null, longitude: null } : pointOf(place);
  const id = kind === "context" ? `context:looby#${name}` : `${kind}:${name}`;
  return { id, kind, ownerId: null, communityId: null, companion: null, title, body, place, ...at };
}

function pointOf(address: string): GeoPoint {
  const point = locate(specCity, parseAddress(address));
  if (point === null) throw new Error(`no place ${address}`);
  return point;
}

function listing(loans: ListingFacts["loans"]): ListingFacts {
  return { type: "gear", availability: "available", ownerName: "Marlo", isMine: false, loans };
}
