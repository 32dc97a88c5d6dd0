import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("stores the defaults at the first run", async () => {
  const { storage, settings } = await load();
  expect(settings.currentChatSettings()).toEqual(settings.defaultChatSettings);
  expect(JSON.parse(storage.get("looby.chat-settings") ?? "")).toEqual({
    llm: "This server's own model",
    useRag: true,
    similarityMetric: "cosine",
    showThinking: false,
  });
});

test("parses each stored setting separately and replaces invalid ones by defaults", async () => {
  const { settings } = await load();
  const { parseChatSettings, defaultChatSettings } = settings;
  for (const stored of [null, "", "{", "null", "[]", "7", '"x"', "{}", '{"llm":7,"useRag":"no"}']) {
    expect(parseChatSettings(stored), String(stored)).toEqual(defaultChatSettings);
  }
  expect(
    parseChatSettings(
      '{"llm":"GPT 4","useRag":false,"similarityMetric":"manhattan","showThinking":1,"role":"x"}',
    ),
  ).toEqual({ ...defaultChatSettings, llm: "GPT 4", useRag: false });
  for (const llm of ["This server's own model", "phi4"])
    expect(parseChatSettings(JSON.stringify({ llm })).llm).toBe(llm);
});

test("applies a preview until it is undone or settings are saved", async () => {
  const { settings } = await load();
  const { currentChatSettings, defaultChatSettings, previewChatSettings, storeChatSettings } = settings;
  previewChatSettings({ ...defaultChatSettings, showThinking: true });
  expect(currentChatSettings().showThinking).toBe(true);
  previewChatSettings(null);
  expect(currentChatSettings().showThinking).toBe(false);
  previewChatSettings({ ...defaultChatSettings, showThinking: true });
  storeChatSettings({ ...defaultChatSettings, useRag: false });
  expect(currentChatSettings()).toEqual({ ...defaultChatSettings, useRag: false });
});

test("applies settings until the page closes when storage is blocked", async () => {
  const { settings } = await load({ isForbidden: true });
  const { currentChatSettings, defaultChatSettings, storeChatSettings } = settings;
  expect(currentChatSettings()).toEqual(defaultChatSettings);
  storeChatSettings({ ...defaultChatSettings, llm: "GPT 4" });
  expect(currentChatSettings().llm).toBe("GPT 4");
});

/** Loads a fresh copy of the module with its own storage. */
async function load({ isForbidden = false } = {}) {
  const storage = new Map<string, string>();
  const refuse = () => {
    if (isForbidden) throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (refuse(), storage.get(key) ?? null),
    setItem: (key: string, value: string) => (refuse(), void storage.set(key, value)),
  });
  return { storage, settings: await import("./chat-settings.ts") };
}
