import { expect, test } from "vitest";
import { nextSize } from "./camp-panel.tsx";

test("closes near the bottom, fills the screen near the top, else stays half open", () => {
  expect(nextSize(100, 800)).toBe("closed");
  expect(nextSize(-50, 800)).toBe("closed");
  expect(nextSize(400, 800)).toBe("half");
  expect(nextSize(700, 800)).toBe("full");
  // Before the map is measured.
  expect(nextSize(0, 0)).toBe("half");
});
