/** What runs a test file, by the end of its name. */
const kinds = { ".e2e.ts": "e2e", ".proof.ts": "proof", ".test.ts": "unit", ".test.tsx": "unit" } as const;

export type TestKind = (typeof kinds)[keyof typeof kinds];

/** The kind of tests in a file; null for a file that holds none. */
export function kindOf(path: string): TestKind | null {
  const end = Object.keys(kinds).find((each) => path.endsWith(each)) as keyof typeof kinds | undefined;
  return end === undefined ? null : kinds[end];
}

const steps = ["check", "quick", "unit", "postgres", "proof", "e2e", "nightly"] as const;
export type Step = (typeof steps)[number];

export interface Choice {
  /** None stands for all of them but `quick` and `nightly`. */
  steps: Step[];
  files: string[];
  /** For the program that runs the files: `-t "name of a test"`. */
  options: string[];
}

/**
 * What is meant by the arguments of `npm test`.
 * @throws Error that says what may be given
 */
export function readChoice(given: readonly string[]): Choice {
  const choice: Choice = { steps: [], files: [], options: [] };
  for (const each of given)
    if (isStep(each)) choice.steps.push(each);
    else if (kindOf(each) !== null) choice.files.push(each);
    else choice.options.push(each);
  if (choice.options.length > 0 && choice.files.length === 0)
    throw new Error(
      `${choice.options.join(" ")}: neither a step (${steps.join(", ")}) nor a test file (src/...test.ts, proof/...proof.ts, e2e/...e2e.ts).`,
    );
  if (new Set(choice.files.map(kindOf)).size > 1)
    throw new Error(
      "Test files of different kinds are run by different programs: give them one kind at a time.",
    );
  if (choice.steps.includes("postgres") && choice.files.some((file) => kindOf(file) !== "unit"))
    throw new Error("Only src/...test.ts runs on a Postgres of its own.");
  return choice;
}

function isStep(text: string): text is Step {
  return steps.some((step) => step === text);
}
