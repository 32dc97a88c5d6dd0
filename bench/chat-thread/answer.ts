/**
 * A long answer typical of a verbose model: headings, prose, nested and numbered lists, a table, code, quotes, links, emphasis and
 * citations. The same seed gives the same text.
 */
export function writeAnswer(seed: number, tokens: number): string[] {
  const random = createRandom(seed);
  const pieces: string[] = [];
  while (pieces.length < tokens) {
    const block = BLOCKS[Math.floor(random() * BLOCKS.length)] ?? paragraph;
    pieces.push(...tokensOf(`${block(random)}\n\n`));
  }
  return pieces.slice(0, tokens);
}

type Random = () => number;

/** Mulberry32: small, fast, and deterministic on every machine. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Splits roughly like the tokenizers of language models: whole words, numbers in groups of three digits, short runs of other characters.
 */
function tokensOf(text: string): string[] {
  return text.match(/ ?[A-Za-z]+| ?\d{1,3}| ?[^A-Za-z\d\s]{1,4}|\n+| +/g) ?? [];
}

const BLOCKS = [
  paragraph,
  paragraph,
  paragraph,
  bullets,
  steps,
  heading,
  table,
  code,
  quote,
  paragraph,
  bullets,
];

function heading(random: Random): string {
  return `${pick(random, ["##", "##", "###"])} ${title(random)}`;
}

function paragraph(random: Random): string {
  const sentences = Array.from({ length: 2 + Math.floor(random() * 4) }, () => sentence(random));
  return sentences.join(" ");
}

function bullets(random: Random): string {
  return Array.from({ length: 3 + Math.floor(random() * 5) }, () => {
    const item = `- **${title(random)}**: ${sentence(random)}`;
    return random() < 0.25 ? `${item}\n  - ${sentence(random)}\n  - ${sentence(random)}` : item;
  }).join("\n");
}

function steps(random: Random): string {
  return Array.from(
    { length: 3 + Math.floor(random() * 3) },
    (_, at) => `${at + 1}. ${sentence(random)}`,
  ).join("\n");
}

function table(random: Random): string {
  const rows = Array.from(
    { length: 3 + Math.floor(random() * 5) },
    () => `| ${title(random)} | ${clock(random)} | ${Math.ceil(random() * 40)} min |`,
  );
  return ["| Camp | Address | On foot |", "| :--- | :---: | ---: |", ...rows].join("\n");
}

function code(random: Random): string {
  const name = pick(random, NOUNS);
  return [
    "```ts",
    `const ${name} = find("${clock(random)}");`,
    `if (${name}) {`,
    `  show(${name});`,
    "}",
    "```",
  ].join("\n");
}

function quote(random: Random): string {
  return `> ${sentence(random)}\n> ${sentence(random)}`;
}

function sentence(random: Random): string {
  const noun = pick(random, NOUNS);
  const extra = pick(random, [
    () => `near ${clock(random)}`,
    () => `*before ${pick(random, ["sunrise", "noon", "sunset"])}*`,
    () => `with **${pick(random, NOUNS)}** and \`${pick(random, NOUNS)}\``,
    () => `as told on [the ${noun} page](https://looby.example/${noun}/${Math.floor(random() * 900)})`,
    () => `[^${pick(random, ["camp", "resource"])}:${100 + Math.floor(random() * 800)}]`,
    () => `by the people of ${title(random)}`,
  ])();
  return `${pick(random, OPENINGS)} ${pick(random, ADJECTIVES)} ${noun} ${pick(random, VERBS)} ${extra}.`;
}

function title(random: Random): string {
  return `${capital(pick(random, ADJECTIVES))} ${capital(pick(random, NOUNS))}`;
}

function clock(random: Random): string {
  return `${2 + Math.floor(random() * 8)}:${pick(random, ["00", "15", "30", "45"])} & ${pick(random, ["A", "B", "C", "D", "E", "F", "G"])}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pick<T>(random: Random, choices: readonly [T, ...T[]] | readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) {
    throw new Error("Nothing to pick from");
  }
  return choice;
}

const OPENINGS = ["The", "Every", "One", "Your", "Their", "Another", "This", "Some", "A rather", "The only"];
const ADJECTIVES = [
  "dusty",
  "quiet",
  "generous",
  "amber",
  "hidden",
  "shaded",
  "solar",
  "borrowed",
  "neighbourly",
  "weatherproof",
];
const NOUNS = [
  "generator",
  "lantern",
  "bicycle",
  "kitchen",
  "workshop",
  "hammock",
  "water",
  "speaker",
  "observatory",
  "library",
];
const VERBS = [
  "is shared",
  "waits",
  "can be lent",
  "returns",
  "needs two hands",
  "opens",
  "was last seen",
  "stays cool",
];
