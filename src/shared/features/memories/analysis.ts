import { trimEndOf } from "#shared/trim-end.ts";
import { feelingOf } from "#shared/feeling.ts";
import type { MemorySource } from "./contract.ts";
import { keywordsOf } from "./keywords.ts";
import type { Sentiment } from "./sentiments.ts";
import { spokenLines } from "./transcript.ts";

// Analysis of a memory without a language model. It has no mood or title: rules got them wrong too often.

export interface RuleAnalysis {
  /** Its topics, at most five words. */
  topics: string[];
  /** Action items in the memory's own words, at most five. */
  actionItems: string[];
  /** A guess for sorting and color, never to be shown as a fact. */
  sentiment: Sentiment;
}

/** Longest action item, in characters. */
const MAX_ACTION = 200;
const MAX_ACTIONS = 5;

/**
 * Finds topics, action items and sentiment by rules: the same on the phone and on the server, and the same every time. The wearable
 * supplies its own action items, so its memories are not searched for any.
 */
export function analyse(content: string, source: MemorySource = "looby"): RuleAnalysis {
  const spoken = spokenLines(content)
    .map(({ text }) => text)
    .join("\n");
  return {
    topics: topicsOf(spoken),
    actionItems: source === "omi" ? [] : actionItemsOf(spoken),
    sentiment: sentimentOf(spoken),
  };
}

/** Word endings that describe manner rather than things; such words are seldom topics. */
const noTopic = /(?:ly|[^aeiou]ing|ed|est)$/;
const plainTopic =
  /^(?:wedding|building|evening|morning|painting|clothing|ceiling|meeting|bed|seed|shed|feed|forest|guest|harvest|rest|nest|fest|breakfast|family|butterfly|jelly|belly|rally|assembly|lightning|training|parking|camping|cooking|sailing|climbing|knitting|pottery|drawing|reading|writing|singing|dancing|hiking|swimming|running|fishing|cycling|gardening)$/;
/** Long words that are not a topic. */
const emptyWords: ReadonlySet<string> = new Set(
  `able agreed almost alright already amazing anyway awesome awful away back became become believe best better big bring
  bringing brought call called came can care change chance couple course cool day days definitely different easy end enough
  exactly excited fine five four friend friends full fun funny glad going great guess half hand happened happy hard heard
  help hope hour hours huge idea important interesting kind kinds later left life long lots love loved luckily meet met
  might minute minutes moment month months nice night number okay older part past people person place plan planning point
  pretty probably problem question ready real reason right says seem seems seen side small sometimes sorry sort sounds
  special start started stay story stuff sure talk tell thank thinking thought three time times told took totally tried
  true trying turn turns usually wait walk wanted ways week weekend weeks whole wonderful word words work working world worry
  worth wow wrong year years yesterday young speaker`.split(/\s+/),
);

function topicsOf(text: string): string[] {
  // keywordsOf returns at most five, so words that cannot be topics are removed first.
  const bare = text
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => isTopic(word.toLowerCase()))
    .join(" ");
  return keywordsOf(bare);
}

function isTopic(word: string): boolean {
  if (emptyWords.has(word) || /^\d+$/.test(word)) return false;
  return plainTopic.test(word) || !noTopic.test(word);
}

/** Words that express a duty. */
const duty =
  /\b(?:(?:i|we|you)(?:'ve| have)? (?:(?:really|still|also) )?(?:need|have|got|ought) to|(?:i|we|you) (?:must|should)|(?:remember|remind me|don'?t forget|make sure|be sure|try not|promised?|agreed) to|(?:don'?t|do not) forget|to-?do:?|let'?s not forget)\b/i;
/** Imperatives that people address to themselves, at the beginning of a sentence. */
const imperative =
  /^(?:please |then |also |and )?(?:ask|book|borrow|bring|build|buy|call|cancel|charge|check|clean|collect|cook|email|fetch|fill|find|finish|fix|follow up|get|give|hang|invite|lend|mail|meet|message|move|order|pack|pay|phone|pick up|plan|practi[sc]e|prepare|print|put|refill|register|repair|replace|reply|reserve|return|ring|schedule|send|set up|sign up|talk to|tell|text|thank|update|visit|wash|water|write)\b(?! (?:is|was|are|were|has|had)\b)/i;

function actionItemsOf(text: string): string[] {
  const items = text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s\-*•[\]]+/, "").trim())
    // A question asks for information, not for action.
    .filter((sentence) => !sentence.endsWith("?") && (duty.test(sentence) || imperative.test(sentence)))
    .map((sentence) =>
      trimEndOf(sentence, (character) => character === "." || character === ";")
        .slice(0, MAX_ACTION)
        .toWellFormed()
        .trim(),
    );
  return [...new Set(items)].slice(0, MAX_ACTIONS);
}

function sentimentOf(text: string): Sentiment {
  const { sentiment } = feelingOf(text) ?? { sentiment: 0 };
  return sentiment > 0 ? "positive" : sentiment < 0 ? "negative" : "neutral";
}
