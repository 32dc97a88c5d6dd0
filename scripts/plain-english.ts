// The project's English, as far as a program can check it: the linter checks code (oxlint-plugin.ts), `npm run check` the titles of commits.
// CONTRIBUTING.md has the rules with examples.

interface Pattern {
  words: RegExp;
  better: string;
}

/** Wrong in every text. */
const anywhere: Pattern[] = [
  {
    words: /\b(?:some|no|every|any)body\b/i,
    better: "name the person: the user, the owner, an admin; or say someone, no one",
  },
  { words: /\bwho(?:so)?ever\b/i, better: "name the person, or say anyone who" },
  { words: /\banew\b/i, better: "say again, or a new one" },
  {
    words: /\b(?:keep(?:s|ing)?|kept) nothing\b/i,
    better: "say what is not stored: blocks storage, stores no copy",
  },
];

/** Wrong where programs are described: comments and test titles. */
const aboutPrograms: Pattern[] = [
  {
    words: /\b(?:some|no|every|any) ?one\b/i,
    better: "name the person: the user, the owner, an admin, other users",
  },
  { words: /\b(?:hears?|heard|hearing)\b/i, better: "a program receives, reads, detects or is notified" },
  {
    words: /\b(?:tells?|told|telling)\b/i,
    better: "a program shows, reports, sends, notifies or distinguishes",
  },
  { words: /(?:^|[.:;] )meanwhile\b/i, better: "say while ... or during ..." },
  {
    words: /(?:^|[.:;] )(?:What|Who|Whose)\b[^?]*$/,
    better: "begin with the thing itself: not what was sent, but the message",
  },
];

/**
 * A title is a sentence whose subject is the tested unit: "rejects a huge title". Titles of test tables may begin with their value, "%s: ".
 */
const VERB_FIRST =
  /^(?:[$%][\w.]+:? )?(?:does not|never|(?!(?:always|as|his|its|sometimes|this)\b)[a-z-]+s)\b(?!'| (?:are|were|have|do|can|may|must|will)\b)/;

/** The types of commits, as in Conventional Commits. */
const COMMIT =
  /^(?:bench|build|chore|ci|docs|feat|fix|perf|proof|refactor|revert|style|test)(?:\([a-z0-9-]+\))?: (?<words>[a-z].*)$/;
const LONGEST_COMMIT_TITLE = 72;
/** An imperative has none of these endings, except for the verbs of the second pattern; articles and pronouns begin a sentence. */
const NOT_IMPERATIVE = /^(?:an?|the|this|it|its|no|every|each|one|what|who|[a-z]+(?:s|ed|ing))\b/;
const IMPERATIVE =
  /^(?:access|address|assess|bring|bypass|compress|cross|discuss|dismiss|embed|express|feed|focus|guess|miss|need|pass|ping|press|process|progress|seed|shed|skip|speed|spread|string|suppress)\b/;

/** The first awkward wording of a comment; null when there is none. */
export function awkwardInComment(text: string): string | null {
  return awkward(text, [...anywhere, ...aboutPrograms]);
}

/** The first awkward wording of a text that users read; null when there is none. */
export function awkwardForUsers(text: string): string | null {
  return awkward(text, anywhere);
}

/** The problem of a test's title, or null: it begins with a verb ("sorts the notes") and names one behaviour. */
export function awkwardTestTitle(title: string): string | null {
  if (!VERB_FIRST.test(title))
    return `Begin the title "${title}" with a verb: rejects, stores, shows, never ...`;
  if (title.split(/\band\b/).length > 2)
    return `"${title}" names several behaviours: one title, one behaviour.`;
  return awkwardInComment(title);
}

/** The problem of a commit's title, or null: `type(scope): imperative`, at most 72 characters. */
export function awkwardCommitTitle(title: string): string | null {
  const words = COMMIT.exec(title)?.groups?.["words"];
  if (words === undefined) return `"${title}" has not the form type(scope): do something`;
  if (title.length > LONGEST_COMMIT_TITLE)
    return `"${title}" has more than ${LONGEST_COMMIT_TITLE} characters`;
  if (NOT_IMPERATIVE.test(words) && !IMPERATIVE.test(words))
    return `"${title}" does not begin with an imperative`;
  return awkwardInComment(words);
}

function awkward(text: string, patterns: readonly Pattern[]): string | null {
  for (const { words, better } of patterns) {
    const [found] = words.exec(text) ?? [];
    if (found !== undefined) return `Not "${found.slice(0, 60)}": ${better}.`;
  }
  return null;
}
