import { expect, test } from "vitest";
import { askedToRemember } from "./remember.ts";

test.each([
  ["remember that my bike is at 7:30 & E", "my bike is at 7:30 & E"],
  ["Remember: water  the plants\non Friday", "water  the plants\non Friday"],
  ["please, remember that Kim likes tea.", "Kim likes tea."],
  ["Hey Looby, remember this: the code is on the door", "the code is on the door"],
  ["REMEMBER, that we leave on Monday", "we leave on Monday"],
  ["remember :x", "x"],
  ["remember that", ""],
  ["remember that when it rains the tent leaks", "when it rains the tent leaks"],
  ["remember my bike lock code is 4411", "my bike lock code is 4411"],
  ["Remember my bike lock code", "my bike lock code"],
  ["pls remember where I parked", "where I parked"],
  ["Looby, can you please remember my locker is 12", "my locker is 12"],
  ["remember, the tent key is under the mat", "the tent key is under the mat"],
  ["remember the camp is at 7:30 & E", "the camp is at 7:30 & E"],
  ["remember to buy water", "to buy water"],
  ["remember thatcher's camp", "thatcher's camp"],
  ["don't forget the gate closes at 10", "the gate closes at 10"],
  ["Don’t forget that Kim likes tea", "Kim likes tea"],
  ["please dont forget: water", "water"],
  ["do not forget to return the drill", "to return the drill"],
  ["never forget this: dust wins", "dust wins"],
  ["note: my code is 4411", "my code is 4411"],
  ["Note to self: sunscreen", "sunscreen"],
  ["note that the ice is sold at 9", "the ice is sold at 9"],
  ["note down my code 4411", "my code 4411"],
  ["make a note that I owe Kim 5", "I owe Kim 5"],
  ["take a note: blue tent", "blue tent"],
  ["keep in mind that I am vegan", "I am vegan"],
  ["write down: 4411", "4411"],
  ["I need to remember my code is 4411", "my code is 4411"],
  ["don't let me forget my shift at 6", "my shift at 6"],
  ["save this: code 4411", "code 4411"],
  ["fyi remember the bikes", "the bikes"],
  ["ok and also remember my bunk is 3", "my bunk is 3"],
  ["I want you to remember her name is Kim", "her name is Kim"],
])("%s", (text, words) => {
  expect(askedToRemember(text)).toBe(words);
});

test.each([
  "Do you remember that camp with the fire?",
  "remember that camp with the fire?",
  "I remember that it was hot",
  "remember me",
  "remembering that day",
  "do you remember my code?",
  "Do you remember my code",
  "remember when we danced?",
  "remember when we danced",
  "remember my code? :)",
  "remember my code？",
  "remember what I told you",
  "remember who has the drill",
  "remember who's coming",
  "remember the guy with the drum",
  "remember the time it rained",
  "remember that time we danced",
  "remember",
  "remember me please",
  "I can't remember my code",
  "what did I forget",
  "don't forget me",
  "don't forget about us",
  "forget that",
  "notes",
  "note",
  "noted, thanks",
  "note paper",
  "make a cake",
  "where is water?",
  "",
])("asks for nothing such: %s", (text) => {
  expect(askedToRemember(text)).toBeNull();
});

test("a long text is read in a single pass", () => {
  expect(askedToRemember(`remember${" ".repeat(50_000)}that`)).toBeNull();
  expect(askedToRemember(`${"please ".repeat(20_000)}remember x`)).toBeNull();
  expect(askedToRemember(`remember the guy ${"is".repeat(50_000)}`)).toBeNull();
});
