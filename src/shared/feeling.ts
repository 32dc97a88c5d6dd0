/** The sentiment and intensity of a text. A guess by rules, for sorting, color and movement; never to be shown as a fact about a person. */
export interface Feeling {
  /** -1 low to 1 bright. */
  sentiment: number;
  /** 0 still to 1 wild. */
  intensity: number;
}

const good: ReadonlySet<string> = new Set(
  `amazing awesome beautiful best calm celebrate cheerful delicious delighted enjoy enjoyed excited fantastic free fun glad
  good grateful great happy hope hug joy kind laugh laughed love loved lovely lucky nice peaceful perfect pleased proud
  relaxed safe smile succeeded success sweet thank thankful thanks thrilled welcome win won wonderful wow`.split(
    /\s+/,
  ),
);
const bad: ReadonlySet<string> = new Set(
  `afraid alone angry annoyed anxious ashamed awful bad broke broken cried cry dead died disappointed exhausted fail failed
  fear fight frustrated grief guilty hate hated hurt ill lonely lost mad miss missed nervous pain painful sad scared sick
  sorry stolen stress stressed stuck terrible tired ugly unhappy upset worried worse worst wrong`.split(
    /\s+/,
  ),
);
const goodSigns: ReadonlySet<string> = new Set(
  "😀😃😄😁😆😊🙂😍🥰🤩😎🥳😂🤣❤🧡💛💚💙💜💖🎉✨🌈🌞👍🙌🙏🔥💃🕺",
);
const badSigns: ReadonlySet<string> = new Set("😢😭😞😔😟🙁☹😣😖😩😫😤😠😡🤬😰😨😱🤒🤢💔👎😴🥱");
const wildSigns: ReadonlySet<string> = new Set("🤩🥳😂🤣🎉🔥💃🕺😭😡🤬😱🙌");

const turning = /^(?:no|not|never|dont|didnt|doesnt|isnt|wasnt|arent|werent|cant|wont|hardly|without)$/;
const strong = /^(?:so|very|really|extremely|totally|absolutely|incredibly|super)$/;
const still = /^(?:calm|peaceful|relaxed|tired|exhausted|lonely|sad|sleepy|quiet)$/;

/** Added to the number of hits when averaging, so that few hits give a weaker sentiment. */
const ENOUGH = 1;
const BASE_INTENSITY = 0.3;

/**
 * The feeling of a user's own English text, from words and emoji. A "not" up to two words before a word inverts it, a "very" strengthens
 * it. Null when no word indicates a feeling, which is the case for most texts.
 */
export function feelingOf(text: string): Feeling | null {
  const words = text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .split(/[^\p{L}]+/u);
  let sum = 0;
  let hits = 0;
  let energy = BASE_INTENSITY;
  for (const [index, word] of words.entries()) {
    const value = good.has(word) ? 1 : bad.has(word) ? -1 : 0;
    if (value === 0) continue;
    const before = words.slice(Math.max(0, index - 2), index);
    const isStrong = before.some((other) => strong.test(other));
    const isTurned = before.some((other) => turning.test(other));
    hits += 1;
    sum += (isTurned ? -value : value) * (isStrong ? 1.5 : 1);
    energy += (isStrong ? 0.15 : 0.05) - (still.test(word) && !isTurned ? 0.15 : 0);
  }
  for (const sign of text) {
    if (!goodSigns.has(sign) && !badSigns.has(sign)) continue;
    hits += 1;
    sum += goodSigns.has(sign) ? 1 : -1;
    energy += wildSigns.has(sign) ? 0.15 : 0.05;
  }
  if (hits === 0) return null;
  const loud = (text.match(/!/g)?.length ?? 0) * 0.1 + (text.match(/\b\p{Lu}{3,}\b/gu)?.length ?? 0) * 0.1;
  return {
    sentiment: Math.max(-1, Math.min(1, sum / (hits + ENOUGH))),
    intensity: Math.max(0, Math.min(1, energy + Math.min(0.4, loud))),
  };
}
