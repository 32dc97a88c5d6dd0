/** Words of asking, which do not name the thing asked for. Full-text search would weigh them like any other rare word. */
const ASKING =
  /\b(?:lend|lends|lending|borrow|loan|need|needs|needed|want|wants|looking|look|find|finding|get|getting|give|gives|got|somebody|someone|something|somewhere|anybody|anyone|anything|anywhere|please|pls|could|would|might|know|knows|show|tell|help|teach|teaches|teaching|there|near|close|closest|nearest|around|good|nice|use|place|places|spot|want|like|tonight|today|now|tomorrow)\b/gi;

/** The subject of a question, for keyword search. Returns the whole question if nothing else is left. */
export function withoutAskingWords(question: string): string {
  const left = question.replaceAll(ASKING, " ").replaceAll(/\s+/g, " ").trim();
  return isAboutSomething(left) ? left : question;
}

function isAboutSomething(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word !== "" && !EMPTY.has(word));
}

const EMPTY: ReadonlySet<string> = new Set(
  "who whos where wheres what whats which when how is are am was can may do does did has have i im me my we us our you your it its a an the of for to in on at with and or any some that this here will".split(
    " ",
  ),
);

/** Does the question ask how things are done here, rather than who has something? Then the guide has the best answer. */
export function asksHow(question: string): boolean {
  return /^(?:so |and |please |hey |hi )*(?:how (?!about)|why|when|what (?:do|does|should|shall|if|happens|to do|are the rules)|(?:may|can|should|must|do) i\b|am i allowed|is it (?:ok|okay|allowed|safe)|where (?:do|should|can|to|are|is the)|rules? (?:for|about)|i found|i lost|pay\b)/i.test(
    question.trim(),
  );
}
