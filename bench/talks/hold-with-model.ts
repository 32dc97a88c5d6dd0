import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { Readable } from "#server/features/chat/earlier-turns.ts";
import { GivenMemories } from "#server/features/chat/given-memories.ts";
import { reply } from "#server/features/chat/reply.ts";
import type { ReplyWorld } from "#server/features/chat/reply-request.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import { ModelError, type PromptMessage } from "#server/platform/llm/language-model.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import {
  type FamilyAnswer,
  INVENTED_TURN,
  type ModelFamily,
  plainOpenAi,
  refusalAnswer,
  sendFamilyAnswer,
  THOUGHT,
} from "#server/testing/doubles/model-families.ts";
import type { UpstreamCall, UpstreamModel, UpstreamRequest } from "#server/testing/doubles/upstream-model.ts";
import { holds } from "./answer-fits.ts";
import { callsOfTurn } from "./calls-of-turn.ts";
import { copyOfWorld } from "./copy-of-world.ts";
import { servicesIn } from "./hold-talks.ts";
import { expectationsOf, type Talk } from "./talk-format.ts";
import type { World } from "./world.ts";

/** Result of a turn that needs an ability. */
export interface JudgedAnswer {
  talk: string;
  say: string;
  /**
   * The answer is the model's own, whole and without its marks and thoughts; as it repeats the tools' results, it contains every required
   * piece and no forbidden one.
   */
  isAnswered: boolean;
  /** The model's server accepted a request with a result for each of its calls. */
  isCalled: boolean;
  failures: string[];
}

/** The model's first and last words. Without them the answer is cut, or is Looby's own, which follows a failure of the model. */
const [FIRST, LAST] = ["So, I looked around.", "I found no more."] as const;

/** How a talk is held. */
export interface Holding {
  /** Without tools the model repeats its prompt. */
  hasTools: boolean;
  /** How the model and its server speak. Default: as OpenAI does. */
  family?: ModelFamily;
  /** The user stopped the second answer of every four before its first word, so that two messages follow each other. */
  isStopped?: boolean;
}

/** Marks of a model's own format. A user must not see them. */
const RAW_MARKS =
  /<\||\|>|<｜|<\/?(?:tool_call|function|parameter|arg_key|invoke|minimax|think|thought|reasoning)|\[\/?(?:TOOL_CALLS|ARGS|THINK)\]|"(?:arguments|parameters)"|assistant(?:final|commentary|analysis)|◁|<\/s>|<end_of_turn>/;

/**
 * Runs a talk with a model that calls the right tools and then repeats their results word for word, through the whole reply pipeline and a
 * fake provider.
 */
export async function holdWithModel(
  world: World,
  talk: Talk,
  upstream: UpstreamModel,
  { hasTools, family = plainOpenAi, isStopped = false }: Holding,
): Promise<JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  const earlier: EarlierTurn[] = [];
  const history: PromptMessage[] = [];
  const chat = worldOf(world, talk, upstream, hasTools);
  for (const [index, turn] of talk.turns.entries()) {
    const calls = callsOfTurn(world, turn);
    let isCalled = false;
    upstream.answer = async (response, request) => {
      const refusal = family.refuses(request);
      const results = resultsIn(request).length;
      if (refusal === null && results >= calls.length) isCalled = true;
      const open = hasTools ? calls.slice(results) : [];
      const sent = refusal === null ? answerAs(family, request, open) : refusalAnswer(refusal);
      await sendFamilyAnswer(response, sent);
    };
    const readable = { earlier, history, memoryIds: [] };
    const { answer, failure } = await answerTo(chat, turn.say, readable);
    const at = chat.now === undefined ? new Date() : new Date(chat.now());
    earlier.push({
      message: turn.say,
      at,
      shown: answer.sources.map(({ sourceId, title }) => ({ sourceId, title })),
    });
    history.push({ role: "user", content: turn.say });
    if (!(isStopped && index % 4 === 1)) history.push({ role: "assistant", content: answer.text });
    if (calls.length > 0) {
      const failures = [...failuresOf(world, turn, answer), ...(failure === null ? [] : [failure])];
      judged.push({ talk: talk.id, say: turn.say, isAnswered: failures.length === 0, isCalled, failures });
    }
  }
  return judged;
}

/** The answer to a request that the family accepts: these open calls, or the words. */
function answerAs(
  family: ModelFamily,
  request: UpstreamRequest,
  calls: readonly UpstreamCall[],
): FamilyAnswer {
  const mayCall = request.tools !== undefined && request.tool_choice !== "none";
  if (mayCall && calls.length > 0) return family.calls(calls, request);
  return family.words([FIRST, wordsInResults(request), LAST].join("\n"), request);
}

function worldOf(world: World, talk: Talk, upstream: UpstreamModel, hasTools: boolean): ReplyWorld {
  const abilities = copyOfWorld(world, talk.situation);
  const egress = createEgress({ allowedOrigins: [upstream.url], log: createLog("silent") });
  return {
    languageModel: openaiCompatibleModel(egress, { baseUrl: upstream.url, apiKey: null, model: "test" }),
    retrieve: async (_, { text, limit }) => await abilities.find({ text, kinds: null, near: null, limit }),
    abilities: async () => abilities,
    now: () => abilities.clock.now.getTime(),
    models: {
      choose: () => ["test"],
      markGone: () => undefined,
      takesTools: () => hasTools,
      markWithoutTools: () => undefined,
    },
  };
}

async function answerTo(
  chat: ReplyWorld,
  question: string,
  readable: Readable,
): Promise<{ answer: Answer; failure: string | null }> {
  const request = {
    readable,
    earlier: readable.earlier,
    question,
    help: findHelp(question),
    runId: "run",
    threadId: "thread",
    messageId: "answer",
    viewer: { userId: "juniper", kind: "user", pseudonym: "Juniper", sessionId: "bench" } as const,
    companion: { id: "looby", name: "Looby", persona: "You are Looby." },
    showThinking: false,
    useRag: true,
    metric: "cosine" as const,
    connected: [],
    position: null,
    fromLibrary: false,
    overBudget: null,
    models: ["test"],
    meter: { model: "", characters: 0 },
    given: new GivenMemories(async () => undefined),
  };
  let answer = emptyAnswer;
  try {
    for await (const event of reply(chat, request, new AbortController().signal))
      answer = addEvent(answer, event);
  } catch (error) {
    // The user reads what came before, and the failure.
    if (!(error instanceof ModelError)) throw error;
    return { answer, failure: error.failure.message };
  }
  return { answer, failure: null };
}

/** Everything the model received in this turn, with its citations. */
function wordsInResults(request: UpstreamRequest): string {
  const results = resultsIn(request);
  const data = results.length > 0 ? results : request.messages.slice(-1);
  const lines = data.flatMap(({ content }) => content.split("\n")).filter((line) => line.startsWith("{"));
  return lines
    .flatMap((line) => {
      const { said, loobysRulesSay, id, title, place, text } = JSON.parse(line) as Record<
        string,
        string | undefined
      >;
      if (id !== undefined) return [`${title ?? ""} (${place ?? ""}): ${text ?? ""} [^${id}]`];
      return [said, loobysRulesSay].filter((each) => each !== undefined);
    })
    .join("\n");
}

function resultsIn({ messages }: UpstreamRequest): UpstreamRequest["messages"] {
  return messages.filter(({ role }) => role === "tool");
}

function failuresOf(world: World, turn: Talk["turns"][number], { text, sources }: Answer): string[] {
  const cited = sources.map(({ sourceId }) => sourceId.replace("context:looby#", "guide:"));
  const answer = { text, refs: [...cited, ...servicesIn(world, text)] };
  const shown = [RAW_MARKS.exec(text)?.[0] ?? THOUGHT, THOUGHT, INVENTED_TURN];
  return [
    ...expectationsOf(turn).flatMap(({ contains, mustNotContain = [] }) => [
      ...contains.filter((piece) => !holds(answer, piece)).map((piece) => `no ${piece}`),
      ...mustNotContain.filter((piece) => holds(answer, piece)).map((piece) => `has ${piece}`),
    ]),
    ...[FIRST, LAST].filter((words) => !text.includes(words)).map((words) => `not its “${words}”`),
    ...shown.filter((words) => text.includes(words)).map((words) => `shows “${words}”`),
  ];
}
