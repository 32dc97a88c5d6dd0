import { expect, test } from "vitest";
import { nextSize } from "./camp-panel.tsx";

test("a sheet released near the bottom closes, near the top fills the screen, else stays half open", () => {
  expect(nextSize(100, 800)).toBe("closed");
  expect(nextSize(-50, 800)).toBe("closed");
  expect(nextSize(400, 800)).toBe("half");
  expect(nextSize(700, 800)).toBe("full");
  // Before anything is measured.
  expect(nextSize(0, 0)).toBe("half");
});
