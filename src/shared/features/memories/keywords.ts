/** The maximum number of keywords of a memory. */
export const MAX_KEYWORDS = 5;
const SHORTEST = 4;

/** Words of four letters or more that do not indicate a text's topic. */
const stopWords: ReadonlySet<string> = new Set(
  `about above after again against also although always among another anybody anyone anything around because been before
  behind being below between both cannot cant come comes could didnt does doesnt doing done dont down during each
  either else even ever every everybody everyone everything find first from getting give gives goes going gonna
  good have havent having hello hers here hers himself hows into isnt itself ive just keep know knows know last least
  less let lets like little look looking looks made make makes many maybe mine more most much must myself need needs
  neither never next nobody none nothing once only other others ours over perhaps please quite rather really remember
  said same search shall should since some somebody someone something soon still such sure take than thanks that thats
  their theirs them themselves then there theres these they theyre thing things think this those though through till
  today together tonight too toward under until upon used using very want wants wasnt well went were werent what whats
  when whenever where wheres whether which while whom whose will with within without wont would wouldnt yeah your youre
  yours yourself`.split(/\s+/),
);

/**
 * The keywords of a text: lower case, without punctuation, longer than three letters, no stop words. The five most frequent, and on a tie
 * those used first.
 */
export function keywordsOf(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) {
    // Counts characters: some scripts use two UTF-16 units for each.
    if (Array.from(word).length >= SHORTEST && !stopWords.has(word))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word);
}

/** Whether a word does not indicate a text's topic, however rare it is: "between", "should". */
export function isFunctionWord(word: string): boolean {
  return stopWords.has(word);
}

/** "Don't" is one word, "7:30-ish" three. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/['’‘`´]/g, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u);
}
