import { expect, test } from "vitest";
import { callableAbilities } from "./abilities.ts";
import { abilityOfName, readArguments } from "./call-arguments.ts";

const ice = { what: "ice" };

test.each<[string, unknown]>([
  ['{"what":"ice"}', ice],
  ['"{\\"what\\":\\"ice\\"}"', ice],
  ['```json\n{"what":"ice"}\n```', ice],
  ['```\n{"what":"ice"}\n```', ice],
  ['"```json\\n{\\"what\\":\\"ice\\"}\\n```"', ice],
  ['I will look for it: {"what":"ice"} <|call|>', ice],
  ['{"what":"ice",}', ice],
  ['{"what":"ice","without":["dry",]}\n', { ...ice, without: ["dry"] }],
  ['{"what":"a, }"}', { what: "a, }" }],
  ["", {}],
  [" \n", {}],
  ['""', {}],
  ["null", {}],
  ['"null"', {}],
  ["[]", []],
  ['{"what":"a\\u0000\\ud800"}', { what: "a\uFFFD" }],
])("reads the arguments %j", (text, expected) => {
  expect(readArguments(text)).toEqual(expected);
});

test.each(['{"what": "ice', "ice", "{", "}{", '{"what":"ice"}{"what":"ice"}', '"ice"', "{what: ice}"])(
  "refuses the arguments %j",
  (text) => {
    expect(readArguments(text)).toBeUndefined();
  },
);

test("reads a text encoded no more than twice", () => {
  const encoded = (times: number) => {
    let text = JSON.stringify(ice);
    for (let time = 0; time < times; time += 1) text = JSON.stringify(text);
    return text;
  };
  expect(readArguments(encoded(2))).toEqual(ice);
  expect(readArguments(encoded(3))).toBeUndefined();
});

test.each<[string, string]>([
  ["functions.find", "find"],
  ["default_api.find", "find"],
  ["default_api:find", "find"],
  ["looby_find", "find"],
  ["tools/find", "find"],
  ["functions.find:0", "find"],
  ["find<|channel|>commentary", "find"],
  ["find:", "find"],
  ["find()", "find"],
  [" Find ", "find"],
  ["whats_on", "whats-on"],
  ["whatsOn", "whats-on"],
  ["Whats-On", "whats-on"],
  ["whatson", "whats-on"],
  ["where_am_i", "where-am-i"],
  ["whereAmI", "where-am-i"],
  ["WHERE_AM_I", "where-am-i"],
  ["functions.atAddress", "at-address"],
])("recognizes the tool name %s", (name, expected) => {
  expect(abilityOfName(name)).toBe(expected);
});

test("recognizes every ability by its own name", () => {
  expect(callableAbilities.map(abilityOfName)).toEqual(callableAbilities);
});

test.each([
  "",
  "sudo",
  "__proto__",
  "toString",
  "finder",
  "find_find",
  "functions",
  "<|find|>",
  "delete_share",
])("refuses the tool name %j", (name) => {
  expect(abilityOfName(name)).toBeNull();
});
