import { type Ability, abilities, type TalkState } from "./intent.ts";
import { type Label, likelyLabels } from "./learned/label-of-message.ts";
import type { Before } from "./learned/message-features.ts";
import { type Span, spansOf } from "./learned/spans-of-message.ts";
import type { TalkModels } from "./learned/talk-models.ts";
import type { Token } from "./learned/tokens.ts";
import type { Stated } from "./stated.ts";
import { namedIn } from "./spoken/named-thing.ts";
import { hasPronoun, ordinalIn } from "./spoken/spoken-words.ts";
import { titleHasWord } from "./spoken/title-has-word.ts";
import { topicOf } from "./topics.ts";

/** Below this likelihood a message is treated as a search for the thing it names. */
const LEAST_LIKELIHOOD = 0.35;
const SURE_OF_SMALL_TALK = 0.85;
const SURE_OF_A_THING = 0.75;
/** For an ability with its own words, when the message contains none of them. */
const SURE_WITHOUT_WORDS = 0.7;
const SURE_OF_THE_GUIDE = 0.7;
/** When the message contains words of the next likely ability. */
const SURE_DESPITE_CUES = 0.95;
const NEEDS_WORDS = new Set(["medical-first", "share", "my", "whats-on", "where-am-i"]);
/** Kinds of small talk that the form of a message shows. */
const FORMS = ["task", "foreign", "cancel", "mood"] as const;
const TASK: Label = { ability: "small-talk", likelihood: 1, topic: "task", topicLikelihood: 1 };
/** Below this share no section of the guide matches. */
const LEAST_TOPIC = 0.2;
/** Questions about what was searched for: a place alone after them searches there, a refusal leaves it out. */
export const OF_SEARCH = new Set<Ability>(["find", "availability"]);
/** Abilities that concern a single thing. */
export const NEEDS_A_THING = new Set<Ability>(["details", "availability", "borrow"]);

/** The request in a need, by its words. */
export interface Recognized {
  ability: Ability;
  /** The label it is derived from. */
  label: Label;
  spans: readonly Span[];
  /** No ability is clear: a search for the thing it names. */
  isUnclear: boolean;
  /** The ability for which its words were tagged, before a search was preferred. */
  tagged: Ability;
  /** The likeliest abilities, in this order. */
  rivals: readonly Ability[];
}

interface Words {
  text: string;
  wholeText: string;
  tokens: readonly Token[];
  hints: readonly string[];
  hasAddress: boolean;
  stated: Stated | null;
}

/** The second ability first, when only that one has words of its own, and the first is only that of the question before. */
function byOwnWords(
  labels: readonly [Label, Label],
  { hints, hasAddress }: Words,
  { intent }: TalkState,
): readonly Label[] {
  const [first, second] = labels;
  const isBefore = intent !== null && first.ability === intent.ability && first.ability === "whats-on";
  const isOwn =
    isBefore &&
    hasAddress &&
    second.ability === "at-address" &&
    !hints.includes(`#cue ${first.ability}`) &&
    hints.includes(`#cue ${second.ability}`);
  return isOwn ? [second, first] : labels;
}

/** The first clear ability of the two likeliest, or a search, and the words that fill its slots. */
export function recognizeAbility(models: TalkModels, words: Words, state: TalkState): Recognized {
  const { tokens, hints, stated } = words;
  const form = FORMS.find((kind) => hints.includes(`#small talk ${kind}`));
  const labels: readonly Label[] =
    form !== undefined
      ? [{ ...TASK, topic: form }]
      : stated !== null
        ? [{ ...TASK, ability: stated.ability, topic: stated.topic, likelihood: stated.likelihood ?? 1 }]
        : byOwnWords(likelyLabels(models, tokens, beforeIn(state), hints), words, state);
  const clear = labels.find((each, index) => isClear(each, words, labels[index + 1]?.ability ?? null, state));
  const label = clear ?? labels[0] ?? TASK;
  const tagged = abilityIn(clear) ?? "find";
  const spans = spansOf(models.spans, tokens, tagged);
  const ability = stated?.ability ?? abilityOrSearch(tagged, label, { ...words, spans, state });
  const rivals = labels.flatMap((each) => abilityIn(each) ?? []);
  return { ability, label, spans, isUnclear: clear === undefined, tagged, rivals };
}

function abilityIn(label: Label | undefined): Ability | undefined {
  return abilities.find((each) => each === label?.ability);
}

/** A message with unfamiliar words is a search for the thing it names. A user who only states a need first gets a search. */
function isClear(
  { ability, topic, likelihood }: Label,
  { hints, hasAddress }: Words,
  rival: string | null,
  { intent }: TalkState,
): boolean {
  if (likelihood < LEAST_LIKELIHOOD) return false;
  if (
    ability === "small-talk" &&
    FORMS.some((form) => form === topic && hints.includes(`#small talk ${form}`))
  )
    return true;
  // After an offer, "i have a headache" resembles another offer.
  if (ability === "share" && intent?.ability === "share" && likelihood < SURE_DESPITE_CUES)
    return hints.includes("#cue share");
  // Unknown words resemble any of these. Abilities that state facts or start an action require their own words.
  if (NEEDS_WORDS.has(ability)) return hints.includes(`#cue ${ability}`) || likelihood >= SURE_WITHOUT_WORDS;
  // Most sections of the guide have their own words. Without them, unknown words resemble any section.
  if (ability === "about")
    return (
      hints.includes("#topic") ||
      hints.includes("#service") ||
      likelihood >= (hints.includes(`#cue ${rival}`) ? SURE_DESPITE_CUES : SURE_OF_THE_GUIDE)
    );
  // "Trapeze & Unicycle" is no address.
  if (ability === "at-address" && !hasAddress) return hints.includes("#cue at-address");
  if (ability === "small-talk" && (topic === "nonsense" || topic === "mood"))
    return hints.includes(`#small talk ${topic}`);
  // A friendly line in reply to an unusual question is worse than a search without results.
  if (ability === "small-talk") return likelihood >= SURE_OF_SMALL_TALK || hints.includes("#small talk");
  return ability !== "post-need" || intent !== null || hints.includes("#cue post-need");
}

function beforeIn({ intent, shown }: TalkState): Before {
  if (intent === null) return { ability: null, shown: 0 };
  return { ability: intent.ability, shown: shown.length > 1 ? 2 : shown.length === 1 ? 1 : 0 };
}

/** The ability, or a search if the words name a thing that the ability is only guessed to be about. */
function abilityOrSearch(
  recognized: Ability,
  { likelihood, topicLikelihood }: Label,
  { text, wholeText, tokens, spans, state }: Words & { spans: readonly Span[]; state: TalkState },
): Ability {
  const named = namedIn(tokens, spans, true);
  if (hasPronoun(text) || named === "") return recognized;
  // "Four-metre ladder" starts a new search: it neither refers to a shown item nor contains an action for it.
  if (NEEDS_A_THING.has(recognized)) {
    const isShown = state.shown.some(({ title }) =>
      named.split(" ").some((word) => titleHasWord(title, word)),
    );
    return likelihood < SURE_OF_A_THING && ordinalIn(text) === null && !isShown ? "find" : recognized;
  }
  // "Dance floor at 10:00 & Esplanade"
  if (recognized === "at-address" && likelihood < SURE_WITHOUT_WORDS) return "find";
  // "What is for the green kettle?" may be in a note: no section of the guide is about it.
  return recognized === "about" && topicLikelihood < LEAST_TOPIC && topicOf(wholeText) === null
    ? "find"
    : recognized;
}
