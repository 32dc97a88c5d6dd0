/** The test runner for a file, by the ending of its name. */
const kinds = { ".e2e.ts": "e2e", ".proof.ts": "proof", ".test.ts": "unit", ".test.tsx": "unit" } as const;

export type TestKind = (typeof kinds)[keyof typeof kinds];

/** The kind of tests in a file; null for a file without tests. */
export function kindOf(path: string): TestKind | null {
  const end = Object.keys(kinds).find((each) => path.endsWith(each)) as keyof typeof kinds | undefined;
  return end === undefined ? null : kinds[end];
}

/**
 * Whether a test file uses the Postgres server when there is one. Databases that it opens as embedded do not count. Some files open only
 * such databases, and running them again would prove nothing new.
 * @param text of the file
 */
export function runsOnEitherDatabase(text: string): boolean {
  const calls = text.replaceAll(/startTestApp\(\{\s*database: await openTestEmbedded\(/g, "");
  return /\b(openTestDatabase|start(Test|Chat)App|buildWorld)\(/.test(calls);
}

const steps = ["check", "unit", "postgres", "proof", "e2e"] as const;
export type Step = (typeof steps)[number];

const wider = ["all", "nightly"] as const;
/** The scope of a run: every commit's checks on main, all tests, or all tests at full size with new random choices. */
export type Lane = "gate" | (typeof wider)[number];

export interface Choice {
  lane: Lane;
  /** An empty list means all steps. */
  steps: Step[];
  files: string[];
  /** Options for the test runner: `-t "name of a test"`. */
  options: string[];
}

/**
 * Parses the arguments of `npm test`.
 * @throws Error that lists the valid arguments
 */
export function readChoice(args: readonly string[]): Choice {
  const choice: Choice = { lane: "gate", steps: [], files: [], options: [] };
  for (const each of args)
    if (isOneOf(wider, each)) choice.lane = each;
    else if (isOneOf(steps, each)) choice.steps.push(each);
    else if (kindOf(each) !== null) choice.files.push(each);
    else choice.options.push(each);
  if (choice.options.length > 0 && choice.files.length === 0)
    throw new Error(
      `${choice.options.join(" ")}: neither a lane (${wider.join(", ")}), a step (${steps.join(", ")}) nor a test file (src/...test.ts, proof/...proof.ts, e2e/...e2e.ts).`,
    );
  if (new Set(choice.files.map(kindOf)).size > 1)
    throw new Error(
      "Test files of different kinds are run by different programs: give them one kind at a time.",
    );
  if (choice.steps.includes("postgres") && choice.files.some((file) => kindOf(file) !== "unit"))
    throw new Error("Only src/...test.ts runs on a Postgres of its own.");
  return choice;
}

function isOneOf<Word extends string>(words: readonly Word[], text: string): text is Word {
  return words.some((word) => word === text);
}
