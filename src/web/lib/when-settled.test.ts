import { expect, test } from "vitest";
import { lineCost } from "./when-settled.ts";

const script = (transferSize: number, duration: number) => ({ transferSize, duration });

test("reports a cost in money where the user saves data, and in time on a slow line", () => {
  const fast = [script(1_000, 400), script(100_000, 100)];
  expect(lineCost({}, fast)).toBe("none");
  expect(lineCost({ connection: { saveData: true } }, fast)).toBe("money");
  expect(lineCost({ connection: { saveData: false } }, [script(100_000, 700)])).toBe("time");
});

test("ignores cached scripts when it estimates the speed", () => {
  expect(lineCost({}, [])).toBe("none");
  expect(lineCost({}, [script(0, 900), script(300, 900)])).toBe("none");
});
