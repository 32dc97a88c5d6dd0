import { type ClassModel, featureHash, scoresOf } from "./packed-model.ts";
import { spanFeatures, type SpanName, type SpanTag, spanWords } from "./span-features.ts";
import type { Token } from "./tokens.ts";

/** Words of a message that fill a slot. */
export interface Span {
  name: SpanName;
  tokens: readonly Token[];
}

/** The words of a message that fill slots, tagged from left to right; each tag depends on the previous ones. */
export function spansOf(model: ClassModel, tokens: readonly Token[], ability: string): Span[] {
  const words = spanWords(tokens);
  const tags: SpanTag[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const scores = scoresOf(model, spanFeatures(words, at, tags, ability).map(featureHash));
    // The classes are the tags.
    const tag = (model.classes[scores.indexOf(Math.max(...scores))] ?? "-") as SpanTag;
    tags.push(canBe(tag, tokens[at]) ? tag : "-");
  }
  return joined(tokens, tags);
}

const TIME_WORD =
  /^(?:@day|0\p{L}*|to|the|this|next|all|on|in|at|for|from|until|till|and|day|days|days?|week|weeks|weekend|hours?|minutes?|today|tonight|tomorrow|tomorow|yesterday|now|right|later|soon|early|late|before|after|dark|night|nights|nite|morning|mornings|afternoon|evening|noon|midnight|sunrise|sunset|dawn|dusk|breakfast|lunch|dinner|am|pm|o'clock|clock|half|an?|one|two|three|four|five|couple|few|of|whole|rest|same|then|tomorrow's|tonight's|burn|-|\+)$/u;

/** A size must contain a number, and a time must contain time words, whatever surrounds them. */
function canBe(tag: SpanTag, token: Token | undefined): boolean {
  if (tag === "size") return token?.seen === "@size" || /^\d/.test(token?.word ?? "");
  return tag !== "when" || TIME_WORD.test(token?.seen ?? "");
}

function joined(tokens: readonly Token[], tags: readonly SpanTag[]): Span[] {
  const spans: { name: SpanName; tokens: Token[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    const tag = tags[at] ?? "-";
    if (tag === "-") continue;
    const last = spans.at(-1);
    if (last !== undefined && tags[at - 1] === tag) last.tokens.push(token);
    else spans.push({ name: tag, tokens: [token] });
  }
  return spans;
}
