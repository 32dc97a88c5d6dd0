import { expect, test } from "vitest";
import { closestWords, editDistance, fold } from "./word-likeness.ts";

test("counts an extra, missing, changed or swapped letter as one typo", () => {
  const slips = ["plaza", "plazza", "plza", "plasa", "plzaa", "lpaza"].map((word) =>
    editDistance(word, "plaza"),
  );
  expect(slips).toEqual([0, 1, 1, 1, 1, 1]);
  expect(editDistance("", "gate")).toBe(4);
  expect(editDistance("portal", "")).toBe(6);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("returns all words with the fewest typos, none above the limit", () => {
  const known = ["gate", "date", "plaza", "gates"];
  expect(closestWords("gste", known, () => 2)).toEqual(["gate"]);
  expect(closestWords("bate", known, () => 1)).toEqual(["gate", "date"]);
  expect(closestWords("bate", known, () => 0)).toEqual([]);
});

test("ignores case and accents, composed or decomposed", () => {
  expect(fold("CAFÉ Ångström")).toBe("cafe angstrom");
  expect(fold("cafe\u0301")).toBe("cafe");
  expect(fold("Straße 7:30")).toBe("straße 7:30");
});
