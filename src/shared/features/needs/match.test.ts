import { expect, test } from "vitest";
import { subjectOf } from "#shared/features/memories/need.ts";
import { bestMatches, type Candidate, roughly } from "./match.ts";

const candidate = (changes: Partial<Candidate> & { name: string }) => ({
  score: 0.5,
  keywordShare: 0.6,
  cosine: null,
  availability: "available",
  isOwn: false,
  ...changes,
});
const namesOf = (candidates: readonly { name: string }[]) => candidates.map(({ name }) => name);

test("finds the subject of a need after its opening words", () => {
  expect(subjectOf("I'm looking for a 5 kW generator for our stage")).toBe("a 5 kW generator for our stage");
  expect(subjectOf("Who can lend me a kite?")).toBe("a kite");
  expect(subjectOf("Ladder, four metres")).toBe("Ladder, four metres");
});

test("ranks available items before those in repair and excludes all others", () => {
  const found = bestMatches([
    candidate({ name: "in repair", score: 0.6, availability: "maintenance" }),
    candidate({ name: "gone", score: 0.9, availability: "unavailable" }),
    candidate({ name: "mine", score: 0.9, isOwn: true }),
    candidate({ name: "chance", score: 0.9, keywordShare: 0.1, cosine: 0.3 }),
    candidate({ name: "meaning", keywordShare: 0, cosine: 0.5 }),
    candidate({ name: "words", score: 0.55 }),
    candidate({ name: "fourth", score: 0.1 }),
  ]);
  expect(namesOf(found)).toEqual(["words", "meaning", "in repair"]);
});

test("rounds a place to about a hundred meters", () => {
  expect(roughly(40.786_412_3)).toBe(40.786);
  expect(roughly(-119.206_55)).toBeCloseTo(-119.207, 3);
});
