import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import { addEvent, type Answer, emptyAnswer } from "#shared/features/chat/answer.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import type { Readable } from "#server/features/chat/earlier-turns.ts";
import { GivenMemories } from "#server/features/chat/given-memories.ts";
import { reply } from "#server/features/chat/reply.ts";
import type { ReplyWorld } from "#server/features/chat/reply-request.ts";
import { createLog } from "#server/log.ts";
import { createEgress } from "#server/platform/egress.ts";
import type { PromptMessage } from "#server/platform/llm/language-model.ts";
import { openaiCompatibleModel } from "#server/platform/llm/openai-compatible.ts";
import {
  streamCalls,
  streamWords,
  type UpstreamModel,
  type UpstreamRequest,
} from "#server/testing/doubles/upstream-model.ts";
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
  /** The answer, which repeats the tools' results, contains every required piece and no forbidden one. */
  isAnswered: boolean;
  failures: string[];
}

/**
 * Runs a talk with a model that calls the right tools and then repeats their results word for word, through the whole reply pipeline and a
 * fake provider. Without tools it repeats its prompt.
 */
export async function holdWithModel(
  world: World,
  talk: Talk,
  upstream: UpstreamModel,
  hasTools: boolean,
): Promise<JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  const earlier: EarlierTurn[] = [];
  const history: PromptMessage[] = [];
  const chat = worldOf(world, talk, upstream, hasTools);
  for (const turn of talk.turns) {
    const calls = callsOfTurn(world, turn);
    upstream.answer = (response, request) => {
      const results = request.messages.filter(({ role }) => role === "tool");
      if (hasTools && calls.length > 0 && results.length === 0) streamCalls(response, calls);
      else streamWords(response, [wordsInResults(request)]);
    };
    const readable = { earlier, history, memoryIds: [] };
    const answer = await answerTo(chat, turn.say, readable);
    const at = chat.now === undefined ? new Date() : new Date(chat.now());
    earlier.push({
      message: turn.say,
      at,
      shown: answer.sources.map(({ sourceId, title }) => ({ sourceId, title })),
    });
    history.push({ role: "user", content: turn.say }, { role: "assistant", content: answer.text });
    if (calls.length > 0) judged.push(judge(world, talk, turn, answer));
  }
  return judged;
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

async function answerTo(chat: ReplyWorld, question: string, readable: Readable): Promise<Answer> {
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
  for await (const event of reply(chat, request, new AbortController().signal))
    answer = addEvent(answer, event);
  return answer;
}

/** Everything the model received in this turn, with its citations. */
function wordsInResults({ messages }: UpstreamRequest): string {
  const results = messages.filter(({ role }) => role === "tool");
  const data = results.length > 0 ? results : messages.slice(-1);
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

function judge(
  world: World,
  talk: Talk,
  turn: Talk["turns"][number],
  { text, sources }: Answer,
): JudgedAnswer {
  const cited = sources.map(({ sourceId }) => sourceId.replace("context:looby#", "guide:"));
  const answer = { text, refs: [...cited, ...servicesIn(world, text)] };
  const failures = expectationsOf(turn).flatMap(({ contains, mustNotContain = [] }) => [
    ...contains.filter((piece) => !holds(answer, piece)).map((piece) => `no ${piece}`),
    ...mustNotContain.filter((piece) => holds(answer, piece)).map((piece) => `has ${piece}`),
  ]);
  return { talk: talk.id, say: turn.say, isAnswered: failures.length === 0, failures };
}
