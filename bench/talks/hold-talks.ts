import { specCity } from "#shared/features/map/city/city.ts";
import { helpText } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import type { Retrieved } from "#shared/features/chat/retrieved.ts";
import { searchAnswer } from "#shared/features/chat/search-answer.ts";
import { planSearch } from "#shared/features/talk/search/search-plan.ts";
import { rank } from "#shared/features/talk/search/ranking.ts";
import { needOf, subjectOf } from "#shared/features/memories/need.ts";
import type { AbilityWorld } from "#shared/features/talk/answer/ability-world.ts";
import { postToWalkTo } from "#shared/features/talk/answer/answer-medics.ts";
import { nowOn, timedOf, timeInWords } from "#shared/features/talk/answer/events/event-spans.ts";
import { questionBack } from "#shared/features/talk/answer/question-back.ts";
import { answerDanger, answerIntent } from "#shared/features/talk/answer/answer-talk.ts";
import type { TalkAnswer } from "#shared/features/talk/answer/talk-answer.ts";
import { type Intent, newTalk, type Shown, type TalkState } from "#shared/features/talk/understand/intent.ts";
import { loadTalkModels } from "#shared/features/talk/understand/learned/talk-models.ts";
import { understandMessage, show } from "#shared/features/talk/understand/talk-state.ts";
import { holds } from "./answer-fits.ts";
import { copyOfWorld, eventsOf } from "./copy-of-world.ts";
import { fitsExpectation, type Understood } from "./slot-fits.ts";
import { slotsOfIntent } from "./slots-of-intent.ts";
import { expectationsOf, type Talk } from "./talk-format.ts";
import type { World } from "./world.ts";

type Turn = Talk["turns"][number];

/** Result of one turn. */
export interface JudgedTurn {
  talk: string;
  say: string;
  /** It is not the talk's first message. */
  isFollowUp: boolean;
  /** Ability and slots were right for every need. */
  isUnderstood: boolean;
  /** The answer contained everything it must, and nothing it must not. */
  isAnswered: boolean;
  /** The ability was none of the right ones, and Looby asked no follow-up question. */
  isWrong: boolean;
  /** The answer also asked whether something else was meant. */
  asksBack: boolean;
  /** The ability was right, or a chip of the follow-up question offers a right one. */
  isInReach: boolean;
  microseconds: number;
  failures: string[];
}

interface Reply {
  understood: Understood[];
  /** The abilities that the chips of a follow-up question offer; empty when there are none. */
  offered: readonly string[];
  text: string;
  items: Retrieved[];
  microseconds: number;
}

const models = await loadTalkModels();

/** Runs a talk turn by turn. */
export async function holdTalk(world: World, talk: Talk): Promise<JudgedTurn[]> {
  const copy = copyOfWorld(world, talk.situation);
  const judged: JudgedTurn[] = [];
  let state = newTalk;
  for (const turn of talk.turns) {
    const { reply, after } = await replyTo(world, copy, state, turn.say);
    state = after;
    judged.push(judge(world, talk, turn, reply, eventsIn(world, copy, reply.text)));
  }
  return judged;
}

/** The rival: search mode, which ignores earlier messages. */
export async function searchTalk(world: World, talk: Talk): Promise<JudgedTurn[]> {
  const copy = copyOfWorld(world, talk.situation);
  const judged: JudgedTurn[] = [];
  for (const turn of talk.turns) judged.push(judge(world, talk, turn, await searchReply(copy, turn.say), []));
  return judged;
}

async function replyTo(
  world: World,
  copy: AbilityWorld,
  state: TalkState,
  message: string,
): Promise<{ reply: Reply; after: TalkState }> {
  const help = findHelp(message);
  const began = performance.now();
  const talkContext = { city: specCity, clock: copy.clock, models };
  const intents = understandMessage(state, message, talkContext);
  const microseconds = (performance.now() - began) * 1_000;
  const answers: TalkAnswer[] = [];
  const isCard = help !== null && !(help === "emergency" && postToWalkTo(message));
  if (isCard) answers.push(await answerDanger(copy, help, intents, message));
  else for (const intent of intents) answers.push(await answerIntent(copy, intent, message));
  const hasLead = answers.some(({ ui }) => ui?.type === "help-card" && ui.lead !== undefined);
  const asked =
    isCard && !hasLead
      ? []
      : await Promise.all(
          intents.map((intent, index) => understoodOf(world, copy, intent, answers[index], message)),
        );
  const understood = isCard ? [{ ability: "help-card", slots: { kind: help } }, ...asked] : asked;
  const text = answers.flatMap(({ parts }) => parts.map((part) => part.text)).join("\n");
  const items = answers.flatMap(({ parts }) => parts.flatMap((part) => part.items));
  const shown = items.map(({ source: { sourceId, title } }): Shown => ({ sourceId, title }));
  const after = show(state, intents, shown);
  const [intent, another] = intents;
  const isOpen =
    !isCard && understood.every(({ ability }) => ability !== "ask-back") && another === undefined;
  const isFound = answers.every(({ ui }) => ui?.type !== "memory-offer");
  const back =
    isOpen && intent !== undefined
      ? questionBack(talkContext, { state, after, intent, message, isFound })
      : null;
  const offered =
    back?.chips.flatMap(({ say }) =>
      understandMessage(after, say, talkContext).map(({ ability }) => ability),
    ) ?? [];
  return { reply: { understood, offered, text, items, microseconds }, after };
}

async function searchReply(copy: AbilityWorld, message: string): Promise<Reply> {
  const help = findHelp(message);
  if (help !== null) return helpReply(help);
  const { question, near, wordings } = planSearch(specCity, message);
  const found = await Promise.all(
    wordings.map(({ text }) => copy.find({ text, kinds: null, near, limit: 24 })),
  );
  const { parts } = searchAnswer(rank(question, found.flat()));
  const items = parts.flatMap((part) => part.items);
  const understood = [{ ability: "find", slots: { what: subjectOf(needOf(message)) } }];
  return { understood, text: parts.map(({ text }) => text).join(""), items, offered: [], microseconds: 0 };
}

function helpReply(kind: HelpKind): Reply {
  const understood = [{ ability: "help-card", slots: { kind } }];
  return { understood, offered: [], text: helpText(kind, null), items: [], microseconds: 0 };
}

async function understoodOf(
  world: World,
  copy: AbilityWorld,
  intent: Intent,
  answer: TalkAnswer | undefined,
  message: string,
): Promise<Understood> {
  if (answer !== undefined && answer.choices.length > 0)
    return {
      ability: "ask-back",
      slots: { choices: answer.choices.map(({ source }) => source.sourceId) },
    };
  const understood = await slotsOfIntent(copy, intent, message);
  const cited = answer?.parts.flatMap(({ items }) => items.map(({ source }) => source.sourceId));
  const [only, other] = new Set(cited);
  const needsItem = ["details", "availability", "borrow"].includes(intent.ability);
  const text = answer?.parts.map((part) => part.text).join("") ?? "";
  const [event] = intent.ability === "details" ? eventsIn(world, copy, text) : [];
  // The answer names the event together with its camp.
  if (event !== undefined)
    return { ...understood, slots: { ...understood.slots, item: [event, only ?? ""] } };
  const [service] = intent.ability === "details" && only === undefined ? servicesIn(world, text) : [];
  if (service !== undefined) return { ...understood, slots: { ...understood.slots, item: service } };
  return needsItem && intent.item === null && only !== undefined && other === undefined
    ? { ...understood, slots: { ...understood.slots, item: only } }
    : understood;
}

function judge(world: World, talk: Talk, turn: Turn, reply: Reply, events: readonly string[]): JudgedTurn {
  const { understood, offered, text, items, microseconds } = reply;
  const cited = items.map(({ source }) => source.sourceId.replace("context:looby#", "guide:"));
  const answer = { text, refs: [...cited, ...servicesIn(world, text), ...events, ...ownIn(world, text)] };
  const wanted = expectationsOf(turn);
  const misread = wanted.flatMap((expected, index) => {
    // A help card with an answer above it is the expected help card.
    const [card, lead] = understood[0]?.ability === "help-card" ? understood : [];
    const actual = (expected.ability === "help-card" ? card : (lead ?? card)) ??
      understood[index] ?? { ability: "nothing", slots: {} };
    const fit = fitsExpectation(world, expected, actual, talk.situation);
    if (!fit.ability) return [`${actual.ability} for ${expected.ability}`];
    return Object.entries(fit.slots)
      .filter(([, result]) => result !== "right")
      .map(([slot]) => `${slot} is ${String(actual.slots[slot])}, not ${String(expected.slots[slot])}`);
  });
  const missing = wanted.flatMap(({ contains, mustNotContain = [] }) => [
    ...contains.filter((piece) => !holds(answer, piece)).map((piece) => `no ${piece}`),
    ...mustNotContain.filter((piece) => holds(answer, piece)).map((piece) => `has ${piece}`),
  ]);
  const rightAbilities = new Set<string>(wanted.flatMap(({ ability, or = [] }) => [ability, ...or]));
  const isRight = understood.some(({ ability }) => rightAbilities.has(ability));
  const asksBack = offered.length > 0 || understood.some(({ ability }) => ability === "ask-back");
  return {
    talk: talk.id,
    say: turn.say,
    isFollowUp: turn !== talk.turns[0],
    isUnderstood: misread.length === 0,
    isAnswered: missing.length === 0,
    isWrong: !isRight && !asksBack,
    asksBack,
    isInReach: isRight || offered.some((ability) => rightAbilities.has(ability)),
    microseconds,
    failures: [...misread, ...missing],
  };
}

/** The events that an answer lists: a line with their title and time each. */
function eventsIn(world: World, { clock }: Pick<AbilityWorld, "clock">, text: string): string[] {
  const lines = text.split("\n");
  return eventsOf(world).flatMap((event, index) => {
    const [timed] = timedOf([event], clock);
    const timeText = timed === undefined ? null : `, ${timeInWords(timed, nowOn(clock))}`;
    const isListed =
      timeText !== null &&
      lines.some((line) => line.includes(`**${event.title}**`) && line.includes(timeText));
    return isListed ? [`event:${world.events[index]?.id}`] : [];
  });
}

/** The user's needs and planned events that an answer lists: a line with their words. */
function ownIn(world: World, text: string): string[] {
  const lines = new Set(text.split("\n"));
  const needs = world.needs.map((need) => ({ ref: `need:${need.id}`, words: need.text }));
  const planned = world.plan.map((id) => ({
    ref: `event:${id}`,
    words: world.events.find((event) => event.id === id)?.title ?? id,
  }));
  return [...needs, ...planned].filter(({ words }) => lines.has(`- ${words}`)).map(({ ref }) => ref);
}

export function servicesIn(world: World, text: string): string[] {
  return world.services
    .filter(({ address, name }) => text.includes(address) && text.includes(name))
    .map(({ id }) => `service:${id}`);
}
