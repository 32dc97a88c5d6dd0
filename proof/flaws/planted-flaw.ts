/** A mistake a developer could make, as a change of one source file, and the test that must notice it. */
export interface PlantedFlaw {
  /** The effect, as an attacker or a customer would see it. */
  readonly name: string;
  /** The row of the threat model, or the global rule (G1 to G11), that it violates. */
  readonly row: string;
  /** Path from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file, regardless of line breaks; the proof fails otherwise. */
  readonly find: string;
  readonly replace: string;
  readonly foundBy: {
    /** Path of the test file from the project's root. */
    readonly file: string;
    /**
     * Full names of the tests to run (`group > test` for one in a `describe`); earlier ones prepare the state for later ones. The last must
     * turn red.
     */
    readonly tests: readonly [string, ...string[]];
  };
}

/** A word or one sign: a part of the source that the formatter never changes. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The source with the flaw in it. `find` is matched token by token, so the source's line breaks, and the comma that a line break adds, do
 * not matter.
 * @throws Error when `find` does not occur exactly once: the flaw no longer fits the code
 */
export function plant(flaw: Pick<PlantedFlaw, "name" | "find" | "replace">, source: string): string {
  const tokens = tokensOf(source);
  const wanted = tokensOf(flaw.find);
  const places = tokens.filter((_, at) => wanted.every(({ text }, i) => tokens[at + i]?.text === text));
  const [first] = places;
  if (first === undefined || places.length !== 1)
    throw new Error(`The flaw “${flaw.name}” fits ${places.length} places instead of one.`);
  const last = tokens[tokens.indexOf(first) + wanted.length - 1] ?? first;
  return source.slice(0, first.start) + flaw.replace + source.slice(last.end);
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index } of source.matchAll(/[\p{L}\p{N}_$]+|\S/gu)) {
    if (/^[)\]}]$/.test(text) && tokens.at(-1)?.text === ",") tokens.pop();
    tokens.push({ text, start: index, end: index + text.length });
  }
  return tokens;
}
