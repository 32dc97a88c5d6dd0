import { expect, test } from "vitest";
import { parseLayers } from "./layers.ts";

test("shows every layer that was not switched off, for any stored value", () => {
  const all = { camps: true, communities: true, resources: true, needs: true, discoveries: true };
  for (const stored of [null, "", "nonsense", "__proto__,toString"]) expect(parseLayers(stored)).toEqual(all);
  expect(parseLayers("camps,resources")).toEqual({ ...all, camps: false, resources: false });
});
