/** "Remember that ...", "pls remember my ...", "don't forget: ...", "note to self: ...": the text after it is the memory. */
const ASKED = new RegExp(
  [
    String.raw`^(?:(?:please|pls|plz|hey|hi|ok|okay|looby|so|and|also|btw|fyi|(?:can|could|would|will) you|i (?:want|need|have)(?: you)? to|i['’]d like(?: you)? to|i must)[\s,.!;:…-]{1,5}){0,5}`,
    String.raw`(?:remember|(?:do not|don['’]?t|never)(?: let me)? forget|keep in mind|(?:make|take) (?:a )?note(?: of| about)?|(?:note|write|jot) down|note to self|note(?=\s{0,5}:|,?\s{1,5}(?:that|this|my|our|the)\b)|(?:memo|save this)(?=\s{0,5}:))`,
    String.raw`(?:\s{0,5}:|,?\s{1,5}(?:(?:that|this)\b(?! (?:time|day|night)\b| one[\s\p{P}]{0,20}$)\s{0,5}:?|(?:[-–—]\s)?(?=\S)))`,
  ].join(""),
  "iu",
);
/** Texts that are no memory: a person, or a word that refers to something. */
const POINTED =
  /^(?:(?:about )?(?:me|us|him|them)\b|(?:it|her|that one|these|those|to|of|about)(?:[\s,]{1,5}(?:please|pls|plz|now|looby|for me))?[\s\p{P}]{0,20}$)/iu;
/** "Write down ...", which also begins requests: for a list, or for an answer after a comma. */
const WRITTEN = /(?:down|note(?: of| about)?|in mind)\s*$/i;
const WANTED =
  /^(?:an?|the|some|all)\b(?!.{0,200}(?::|\d{3}|\b(?:is|are|was|were|has|have|at|until)\b))|,\s{0,5}(?:who|what|which|where|when|why|how|can|could|do|does|is|are)\b/i;
/** "Remember ...", which also begins questions. */
const BARE = /remember,?\s{1,5}$/i;
/** Words that rule out a question. */
const FIRM = /\b(?:please|pls|plz|i (?:want|need|have|must)|i['’]d like)\b/i;
const YOU = /\b(?:can|could|would|will) you\b/i;
/** Words after which a bare "remember" is a question about memories, even if the text states facts: "remember when we danced". */
const ASKING = /^(?:when|who|whom|what|which|why|how|if|whether|where(?!.{0,200}:\s))\b/i;
/** The same only if the text states no fact: "remember the guy with the drum", "remember seeing my bike", "remember last night". */
const RECALLED = new RegExp(
  [
    String.raw`^(?:(?:the|that|an?|any|some) (?:time|day|night|guy|girl|man|woman|person|people|one|place|camp|party)`,
    String.raw`any(?:thing|one|body|where)?|some(?:thing|one|body|where)|every(?:thing|one|body)|nothing|nobody|all (?:we|you|i|that)`,
    String.raw`last (?:night|week|month|year|time|summer|burn)|yesterday`,
    String.raw`(?:seeing|meeting|talking|dancing|going|being|having|telling|saying|hearing|watching|doing|visiting|losing|finding|getting|leaving|asking))\b`,
  ].join("|"),
  "i",
);
/** The text states a fact. */
const STATES_FACT =
  /^(?:to|i|we|i['’]m|we['’]re)\b|\d|\b(?:is|isn['’]t|are|aren['’]t|was|were|has|have|had|needs?|wants?|likes?|loves?|hates?|owes?|lives?|begins?|starts?|ends?|opens?|closes?|can|must|should|will)\b/i;
const QUESTION = /[?？][\s\p{P}\p{S}]{0,20}$/u;

/**
 * The text a user wants Looby to remember, without the words of the request. Null when there is no such request, as in "Do you remember
 * that camp?" and "Remember when we danced".
 */
export function askedToRemember(text: string): string | null {
  const trimmed = text.trim();
  const [asking] = ASKED.exec(trimmed) ?? [];
  if (asking === undefined || QUESTION.test(trimmed)) return null;
  const words = trimmed.slice(asking.length).trim();
  if (/(?:that|this|:)\s*$/i.test(asking)) return words;
  if (POINTED.test(words) || (WRITTEN.test(asking) && WANTED.test(words.slice(0, 250)))) return null;
  return BARE.test(asking) && !FIRM.test(asking) && isQuestion(words, YOU.test(asking)) ? null : words;
}

function isQuestion(words: string, isAskedOfLooby: boolean): boolean {
  return (
    ASKING.test(words) || ((isAskedOfLooby || RECALLED.test(words)) && !STATES_FACT.test(words.slice(0, 250)))
  );
}
