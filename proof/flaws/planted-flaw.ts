/** A mistake somebody could make, as a change of one source file, and the story that must notice it. */
export interface PlantedFlaw {
  /** What an attacker or a customer would see. */
  readonly name: string;
  /** The row of the threat model, or the global rule (G1 to G11), it goes against. */
  readonly row: string;
  /** Path from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file; the proof fails when it no longer does. */
  readonly find: string;
  readonly replace: string;
  readonly foundBy: {
    /** Path of the test file from the project's root. */
    readonly file: string;
    /** Names of the tests to run, each in full (`group > test` for one in a `describe`); earlier ones set the stage for later ones. The last must turn red. */
    readonly tests: readonly [string, ...string[]];
  };
}

/**
 * The source with the flaw in it.
 * @throws Error when `find` does not occur exactly once: the flaw no longer fits the code
 */
export function plant(flaw: Pick<PlantedFlaw, "name" | "find" | "replace">, source: string): string {
  const places = source.split(flaw.find).length - 1;
  if (places !== 1) throw new Error(`The flaw “${flaw.name}” fits ${places} places instead of one.`);
  return source.replace(flaw.find, () => flaw.replace);
}
