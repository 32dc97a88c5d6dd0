import { expect, test } from "vitest";
import { parseThemeChoice, resolveTheme } from "./theme.ts";

test("uses Night for a missing or invalid stored value", () => {
  for (const stored of [null, "", "day", "NOON", "__proto__"]) expect(parseThemeChoice(stored)).toBe("night");
  expect(parseThemeChoice("noon")).toBe("noon");
  expect(parseThemeChoice("red")).toBe("red");
  expect(parseThemeChoice("system")).toBe("system");
});

test("follows the device only with `system`", () => {
  expect(resolveTheme("night", true)).toBe("night");
  expect(resolveTheme("noon", false)).toBe("day");
  expect(resolveTheme("red", true)).toBe("red");
  expect(resolveTheme("system", true)).toBe("day");
  expect(resolveTheme("system", false)).toBe("night");
});
