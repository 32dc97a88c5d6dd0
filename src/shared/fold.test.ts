import { expect, test } from "vitest";
import { fold } from "./fold.ts";

test("case and accents do not matter, one character or two", () => {
  expect(fold("CAFÉ Ångström")).toBe("cafe angstrom");
  expect(fold("cafe\u0301")).toBe("cafe");
  expect(fold("Straße 7:30")).toBe("straße 7:30");
});
