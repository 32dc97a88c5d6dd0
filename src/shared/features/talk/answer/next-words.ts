import { shorten } from "#shared/shorten.ts";
import { withChips } from "#shared/features/chat/answer-chips.ts";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import type { Chip } from "#shared/features/chat/proposal.ts";
import type { Prose } from "#shared/features/chat/prose.ts";
import type { Intent, TalkState } from "../understand/intent.ts";
import { amountInWords, amountsIn } from "../understand/read-amount.ts";
import { loadTalkModels } from "../understand/learned/talk-models.ts";
import type { TalkContext } from "../understand/read-message.ts";
import { understandMessage, show } from "../understand/talk-state.ts";
import type { AbilityWorld, ListingFacts } from "./ability-world.ts";
import { MAX_LABEL, questionBack } from "./question-back.ts";
import type { TalkAnswer } from "./talk-answer.ts";

/** An answer and its conversation. */
export interface Answered {
  /** The user's message. */
  message: string;
  /** The state before the message. */
  state: TalkState;
  intents: readonly Intent[];
  /** The items the answer cites, in order. */
  sources: readonly Source[];
  /** By document id, for the listings among them. */
  facts: ReadonlyMap<string, ListingFacts>;
  /** The message is a wish in words of danger. */
  mayNeedHelp: boolean;
  /** The chips of the question back; empty when there is none. */
  meanings: readonly Chip[];
  answer: Pick<TalkAnswer, "ui"> & { choices: readonly { source: Source }[] };
}

type TalkWorld = Pick<AbilityWorld, "city" | "clock" | "me" | "home" | "services">;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"] as const;

/**
 * The chips under an answer: the choices when it asks which one, otherwise useful next messages. Each is worded so that it is understood as
 * intended.
 */
export function nextWords(world: TalkWorld & TalkContext, answered: Answered): readonly Chip[] {
  const { intents, answer } = answered;
  const last = intents.at(-1);
  if (answer.ui?.type === "help-card") return [];
  const further = last === undefined ? [] : waysOn(world, answered, last);
  const ways = answered.meanings.length > 0 ? answered.meanings : further;
  return answered.mayNeedHelp ? [{ label: "Need help now?", say: HELP }, ...ways] : ways;
}

/** The text of the first chip under a wish in words of danger: it shows the help card. */
export const HELP = "I need help now";

function waysOn(world: TalkWorld & TalkContext, answered: Answered, last: Intent): Chip[] {
  const { intents, answer } = answered;
  if (answer.choices.length > 0) return choices(world, answered);
  const isPlaceMissing = world.me === null && intents.some(wantsPlace);
  const again: Chip[] = isPlaceMissing
    ? [{ label: "Use my place", say: answered.message, withPlace: true }]
    : [];
  return [...again, ...followUps(world, answered, last)];
}

/** Whether the answer would be different if the user's position were known. */
function wantsPlace({ ability, near, from, compared }: Intent): boolean {
  if (near?.kind === "me" || from?.kind === "me" || ability === "where-am-i") return true;
  if (compared === "closer" && near === null && from === null) return true;
  return from === null && (ability === "nearest" || ability === "directions" || ability === "distance");
}

/** The question back after an unclear message, otherwise empty, and the answer's `ui` with its chips. */
export async function withNextWords(
  world: TalkWorld,
  answered: Omit<Answered, "meanings">,
): Promise<{ question: Prose | ""; ui: MessageUi | null }> {
  const talkContext = { ...world, models: await loadTalkModels() };
  const { intents, state, sources, message, answer } = answered;
  const [intent, another] = intents;
  const isOpen = intent !== undefined && another === undefined && answer.choices.length === 0;
  const shown = sources.map(({ sourceId, title }) => ({ sourceId, title }));
  const after = show(state, intents, shown);
  const asked =
    isOpen && answer.ui?.type !== "help-card"
      ? questionBack(talkContext, {
          state,
          after,
          intent,
          message,
          isFound: answer.ui?.type !== "memory-offer",
        })
      : null;
  const chips = nextWords(talkContext, { ...answered, meanings: asked?.chips ?? [] });
  return { question: asked?.question ?? "", ui: withChips(answer.ui, chips) };
}

/** The `ui` of an answer whose text a model wrote, with the chips the rules' answer would have. */
export async function withChipsOf(
  world: TalkWorld,
  answered: Omit<Answered, "meanings">,
): Promise<MessageUi | null> {
  const talkContext = { ...world, models: await loadTalkModels() };
  return withChips(answered.answer.ui, nextWords(talkContext, { ...answered, meanings: [] }));
}

/** A chip such as "The 2 kW at 7:30 & E" for each choice. */
function choices(world: TalkContext, answered: Answered): Chip[] {
  const { intents, state } = answered;
  const items = answered.answer.choices.map(({ source }) => source);
  const shown = items.map(({ sourceId, title }) => ({ sourceId, title }));
  const after = show(state, intents, shown);
  const means = (message: string, { sourceId }: Source) => {
    const understood = understandMessage(after, message, world);
    return understood.length === 1 && understood[0]?.item?.sourceId === sourceId;
  };
  return items.flatMap((item, index) => {
    const tellings = [...namings(item, items), `the ${ORDINALS[index] ?? "last"} one`];
    const message = tellings.find((words) => means(words, item));
    return message === undefined ? [] : [{ label: labelOf(item, items), say: message }];
  });
}

/** Ways to name one of several items, the most distinctive first. */
function namings(item: Source, others: readonly Source[]): string[] {
  const size = sizeOf(item);
  const isOwnSize = size !== null && others.filter((other) => sizeOf(other) === size).length === 1;
  const place = item.place === null ? "" : ` at ${item.place}`;
  const isOwnTitle = others.filter(({ title }) => title === item.title).length === 1;
  return [
    ...(isOwnSize ? [`the ${size} one${place}`, `the ${size} one`] : []),
    ...(isOwnTitle ? [item.title] : []),
  ];
}

function labelOf(item: Source, others: readonly Source[]): string {
  const { title, place } = item;
  const isOwnTitle = others.filter((other) => other.title === title).length === 1;
  const size = sizeOf(item);
  const name = isOwnTitle || size === null ? title : `The ${size}`;
  const label = isOwnTitle || place === null ? name : `${name} at ${place}`;
  return shorten(label, MAX_LABEL);
}

function sizeOf({ title }: Source): string | null {
  const [size] = amountsIn(title);
  return size === undefined ? null : amountInWords(size);
}

function followUps(world: TalkWorld, { sources, facts, answer }: Answered, last: Intent): Chip[] {
  const shown = sources.filter(({ kind }) => kind === "resource" || kind === "camp");
  const things: Things = { sources, shown, facts, isOffer: answer.ui?.type === "memory-offer" };
  switch (last.ability) {
    case "find":
    case "at-address":
    case "whats-on":
      return [
        ...borrow(things),
        ...nearer(world, last, things),
        ...days(last, things),
        ...way(things),
        ...need(last, things),
      ];
    case "details":
      return [...borrow(things), ...days(last, things), ...way(things)];
    case "availability":
      return [...borrow(things), ...way(things)];
    case "borrow":
      return way(things);
    case "distance":
      return shown.length === 0 ? [] : way(things);
    case "where-am-i":
      return world.me === null ? [] : around(world);
    case "directions":
    case "nearest":
    case "medical-first":
    case "my":
    case "remember":
    case "recall":
    case "forget":
    case "post-need":
    case "share":
    case "about":
    case "small-talk":
      return [];
  }
}

interface Things {
  /** All items the answer cites; "the second one" counts among them. */
  sources: readonly Source[];
  /** Camps and listings the answer cites. */
  shown: readonly Source[];
  facts: ReadonlyMap<string, ListingFacts>;
  /** The answer already offers to save it. */
  isOffer: boolean;
}

/** Only if there is more than one item to choose from. The user's position is requested if there is no other place to be near. */
function nearer({ me, home }: TalkWorld, { compared, near }: Intent, { shown }: Things): Chip[] {
  if (shown.length < 2 || compared === "closer") return [];
  const hasPlace = me !== null || home !== null || (near !== null && near.kind !== "me");
  return [{ label: "Nearer", say: "and closer?", ...(hasPlace ? {} : { withPlace: true }) }];
}

function days({ when }: Intent, things: Things): Chip[] {
  const item = lendable(things);
  return item !== null && when === null
    ? [{ label: "Free tomorrow?", say: `Is ${theOne(things, item)} free tomorrow?` }]
    : [];
}

function borrow(things: Things): Chip[] {
  const item = lendable(things);
  return item === null ? [] : [{ label: "Ask to borrow", say: `Can I borrow ${theOne(things, item)}?` }];
}

/** The best result, if it can be borrowed. Later results are not considered. */
function lendable({ shown, facts }: Things): Source | null {
  const [first] = shown;
  const known = first === undefined ? undefined : facts.get(first.sourceId);
  const isLent =
    known !== undefined && !known.isMine && known.availability !== "unavailable" && known.type !== "talent";
  return isLent ? (first ?? null) : null;
}

function way(things: Things): Chip[] {
  const [first] = things.shown;
  if (first === undefined || first.place === null) return [];
  return [{ label: "Take me there", say: `How do I get to ${theOne(things, first)}?` }];
}

function need({ what }: Intent, { isOffer }: Things): Chip[] {
  return isOffer || what === "" ? [] : [{ label: "I'm looking for ...", say: "post it as a need" }];
}

/** "The second one", or "it" when no other item was shown. */
function theOne({ sources }: Things, item: Source): string {
  return sources.length > 1 ? `the ${ORDINALS[sources.indexOf(item)] ?? "last"} one` : "it";
}

function around({ services }: TalkWorld): Chip[] {
  const hasToilet = services.some(({ kind }) => kind === "toilet");
  return [
    { label: "Camps near me", say: "What camps are near me?" },
    ...(hasToilet ? [{ label: "Nearest toilet", say: "Nearest toilet?" }] : []),
  ];
}
