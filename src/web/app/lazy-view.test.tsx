import { expect, test } from "vitest";
import { lazyView } from "./lazy-view.ts";

test("reports a failed import of a left page only when Back shows it again", async () => {
  expect(await isReported(failedImport())).toBe(true);
  dispatchEvent(new Event("beforeunload"));
  const left = failedImport();
  expect(await isReported(left)).toBe(false);
  dispatchEvent(new Event("pageshow"));
  expect(await isReported(left)).toBe(true);
});

/** Loads a view whose code does not arrive. The router ends this promise when it knows. */
async function failedImport(): Promise<void> {
  await lazyView(async (): Promise<{ View: () => null }> => {
    throw new Error("cut off");
  }, "View").preload?.();
}

async function isReported(loading: Promise<void>): Promise<boolean> {
  const aMomentLater = new Promise<boolean>((resolve) => setTimeout(resolve, 0, false));
  return await Promise.race([loading.then(() => true), aMomentLater]);
}
