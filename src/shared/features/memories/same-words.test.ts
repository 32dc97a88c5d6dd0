import { expect, test } from "vitest";
import { keywordsOf } from "./keywords.ts";
import { sameWords } from "./same-words.ts";

test.each([
  ["My bike is at 3:45 & A", "my bike is at 3:45, A."],
  ["The key hangs behind the kettle", "  the KEY hangs\nbehind the kettle!! "],
  ["Don't open the freezer", "don’t open the freezer"],
  ["Fire exit is left", "ﬁre exit is ｌｅｆｔ"],
  ["Café at 6:00", "cafe\u0301 at 6:00"],
])("takes %s and %s for one note", (one, other) => {
  expect(sameWords(one)).toBe(sameWords(other));
  // The database compares keywords first.
  expect(keywordsOf(one)).toEqual(keywordsOf(other));
});

test.each([
  ["The bike is at 3:45", "The bike is at 3:54"],
  ["The pool has 3.5 m", "The pool has 35 m"],
  ["It was -5 degrees", "It was 5 degrees"],
  ["Battery at 50 %", "Battery at 50"],
  ["She writes C++", "She writes C"],
  ["bring 🔥 tonight", "bring 💧 tonight"],
  ["पानी यहाँ है", "पन यह ह"],
  ["!!!!!!!!!!!", "?????????"],
])("takes %s and %s for two notes", (one, other) => {
  expect(sameWords(one)).not.toBe(sameWords(other));
});
