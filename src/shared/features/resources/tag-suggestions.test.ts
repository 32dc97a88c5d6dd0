import { expect, test } from "vitest";
import { suggestTags } from "./tag-suggestions.ts";

test("suggests tags after two characters, without those already chosen", () => {
  expect(suggestTags("s", [])).toEqual([]);
  expect(suggestTags(" so", [])).toEqual(["solar", "sound system"]);
  expect(suggestTags("SO", ["Solar"])).toEqual(["sound system"]);
  expect(suggestTags("to", [])).toEqual(["toilet", "tools", "power tools"]);
  expect(suggestTags("zz", [])).toEqual([]);
});
