import { expect, test } from "vitest";
import { closestWords, editDistance, fold } from "./word-likeness.ts";

test("one typo is an extra, missing, changed or swapped letter", () => {
  const slips = ["plaza", "plazza", "plza", "plasa", "plzaa", "lpaza"].map((word) =>
    editDistance(word, "plaza"),
  );
  expect(slips).toEqual([0, 1, 1, 1, 1, 1]);
  expect(editDistance("", "gate")).toBe(4);
  expect(editDistance("portal", "")).toBe(6);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("the closest words are all those with the fewest typos, and none above the limit", () => {
  const known = ["gate", "date", "plaza", "gates"];
  expect(closestWords("gste", known, () => 2)).toEqual(["gate"]);
  expect(closestWords("bate", known, () => 1)).toEqual(["gate", "date"]);
  expect(closestWords("bate", known, () => 0)).toEqual([]);
});

test("case and accents do not matter, whether they are one character or two", () => {
  expect(fold("CAFÉ Ångström")).toBe("cafe angstrom");
  expect(fold("cafe\u0301")).toBe("cafe");
  expect(fold("Straße 7:30")).toBe("straße 7:30");
});
