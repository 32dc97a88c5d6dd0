import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("./span-weights.ts");
});

test("loads the models at a later call after their code failed to load", async () => {
  vi.doMock("./span-weights.ts", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { loadTalkModels } = await import("./talk-models.ts");
  await expect(loadTalkModels()).rejects.toThrow(/mock/);
  vi.doUnmock("./span-weights.ts");
  const models = await loadTalkModels();
  expect(models.spans).toBeDefined();
  expect(await loadTalkModels()).toBe(models);
});
