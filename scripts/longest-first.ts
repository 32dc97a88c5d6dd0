import { BaseSequencer, type TestSpecification, type TestSequencerConstructor } from "vitest/node";

/**
 * The order of test files: these first, so that at the end no core waits for one of them; the others as Vitest has it.
 * @param longest ends of their paths, without `.test.ts` or `.proof.ts`
 */
export function longestFirst(...longest: string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const place = longest.findIndex((name) => moduleId.replace(/\.\w+\.tsx?$/, "").endsWith(name));
    return place === -1 ? longest.length : place;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
  };
}
