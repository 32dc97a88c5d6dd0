/** "Remember that ...", "pls remember my ...", "don't forget: ...", "note to self: ...": the text after it is the memory. */
const ASKED = new RegExp(
  [
    String.raw`^(?:(?:please|pls|plz|hey|hi|ok|okay|looby|so|and|also|btw|fyi|(?:can|could|would|will) you|i (?:want|need|have)(?: you)? to)[,\s]{1,5}){0,5}`,
    String.raw`(?:remember|(?:do not|don['’]?t|never)(?: let me)? forget|keep in mind|(?:make|take) a note|(?:note|write) down|note to self|note(?=\s{0,5}:|,?\s{1,5}(?:that|this|my|our|the)\b)|(?:memo|save this)(?=\s{0,5}:))`,
    String.raw`(?:\s{0,5}:|,?\s{1,5}(?:(?:that|this)\b(?! (?:time|day|night)\b)\s{0,5}:?|(?:[-–—]\s)?(?=\S)))`,
  ].join(""),
  "i",
);
/** Words with which a bare "remember" asks what somebody remembers: "remember when we danced", "remember the guy with the drum". */
const RECALLED =
  /^(?:when|who|whom|what|which|why|how|if|whether|(?:about )?(?:me|us|him|them)|(?:the|that) (?:time|day|night|guy|girl|person|one|place|camp)(?!.{0,200} (?:is|are|has|opens|closes)\b))\b/i;
const QUESTION = /[?？][\s\p{P}\p{S}]{0,20}$/u;

/**
 * The text a user asks to have remembered, without the words that ask. Null when they ask for no such thing, as in "Do you remember that
 * camp?" and "Remember when we danced".
 */
export function askedToRemember(text: string): string | null {
  const trimmed = text.trim();
  const [asking] = ASKED.exec(trimmed) ?? [];
  if (asking === undefined || QUESTION.test(trimmed)) return null;
  const words = trimmed.slice(asking.length).trim();
  return !/(?:that|this|:)\s*$/i.test(asking) && RECALLED.test(words) ? null : words;
}
