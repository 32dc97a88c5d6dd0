import { BaseSequencer, type TestSpecification, type TestSequencerConstructor } from "vitest/node";

/**
 * Order of test files: the given files first, so that no core waits for one of them at the end; the others in Vitest's order.
 * @param longest their paths, from the root
 */
export function longestFirst(longest: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const place = longest.findIndex((name) => moduleId.endsWith(name));
    return place === -1 ? longest.length : place;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
  };
}
