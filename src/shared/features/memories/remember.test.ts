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
  ["ok. remember my bike lock code is 4411", "my bike lock code is 4411"],
  ["Looby! remember my tent is blue", "my tent is blue"],
  ["Hi!! Please remember: water", "water"],
  ["Hey Looby... remember my shift is at 6", "my shift is at 6"],
  ["I need to remember who has my tent", "who has my tent"],
  ["i have to remember when my shift begins", "when my shift begins"],
  ["I must remember to call Kim", "to call Kim"],
  ["remember I parked my bike at 7:30 & E", "I parked my bike at 7:30 & E"],
  ["pls remember where I parked my bike: 7:30 & E", "where I parked my bike: 7:30 & E"],
  ["make a note of my code", "my code"],
  ["take a note of this: blue tent", "blue tent"],
  ["make a note about the ice: sold at 9", "the ice: sold at 9"],
  ["please make note of my locker 12", "my locker 12"],
  ["keep in mind that last night was cold", "last night was cold"],
  ["remember the last night is a Sunday", "the last night is a Sunday"],
  ["remember everything is paid", "everything is paid"],
  ["remember it is Kim's birthday on Friday", "it is Kim's birthday on Friday"],
  ["remember it's Kim's birthday on Friday", "it's Kim's birthday on Friday"],
  ["can you remember my locker is 12", "my locker is 12"],
  ["would you remember that Tom is vegan", "Tom is vegan"],
  ["could you please remember to wake me at 6", "to wake me at 6"],
  ["remember Tom has my drill", "Tom has my drill"],
  ["remember a guy named Tom has my drill", "a guy named Tom has my drill"],
  ["remember meeting point is at 7:30 & E", "meeting point is at 7:30 & E"],
  ["remember anything with nuts is bad for Kim", "anything with nuts is bad for Kim"],
  ["remember yesterday's shift was mine", "yesterday's shift was mine"],
  ["note that any camp with pizza is fine", "any camp with pizza is fine"],
  ["don't forget meeting Tom at 6", "meeting Tom at 6"],
  ["never forget who helped you", "who helped you"],
  ["remember: where I parked is 7:30", "where I parked is 7:30"],
])("recognizes a wish to remember: %s", (text, words) => {
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
  "can you remember any camp with pizza",
  "can you remember seeing my bike",
  "remember anything about pizza",
  "remember last night",
  "remember where I parked my bike",
  "would you remember a guy named Tom",
  "remember meeting Tom",
  "remember everything you said",
  "remember it",
  "ok remember that one",
  "please remember them",
  "remember those",
  "remember anyone with a drill",
  "remember something about a sauna",
  "remember all we talked about",
  "can you remember my name",
  "could you remember what I said",
  "will you remember me",
  "can you remember yesterday",
  "remember yesterday",
  "remember last year's burn",
  "remember talking about the sauna",
  "ok. remember when we danced",
  "Looby! remember who has my tent",
  "remember any place for tea",
  "remember dancing all night",
  "would you remember someone with a red hat",
  "remember nothing",
  "make a note of it",
  "don't forget it",
  "remember to",
  "remember a guy named Tom",
])("recognizes no wish to remember in: %s", (text) => {
  expect(askedToRemember(text)).toBeNull();
});

test.each([
  "Write down a packing list for 5 people",
  "make a note of the opening times of Camp X for me",
  "Keep in mind I'm vegan, which camps cook for me",
])("takes %s for a request, not for a memory", (message) => {
  expect(askedToRemember(message)).toBeNull();
});

test.each([
  "Write down a packing list for 5 people",
  "make a note of the opening times of Camp X for me",
  "Keep in mind I'm vegan, which camps cook for me",
])("finds a request and no memory in: %s", (text) => {
  expect(askedToRemember(text)).toBeNull();
});

test.each([
  ["write down the gate code 4411", "the gate code 4411"],
  ["make a note: the ice is sold at 9", "the ice is sold at 9"],
])("finds a memory in: %s", (text, words) => {
  expect(askedToRemember(text)).toBe(words);
});

test("reads a long text in a single pass", () => {
  expect(askedToRemember(`remember${" ".repeat(50_000)}that`)).toBeNull();
  expect(askedToRemember(`${"please ".repeat(20_000)}remember x`)).toBeNull();
  expect(askedToRemember(`remember the guy ${"is".repeat(50_000)}`)).toBeNull();
});
