import type { LanguageModel } from "#server/platform/llm/language-model.ts";

/** A language model that answers with the question, once it is released. */
export function heldModel() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const model: LanguageModel = {
    defaultModel: "held",
    async generate({ messages, signal }) {
      asked += 1;
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => reject(signal.reason));
      await Promise.race([promise, stopped]);
      const deltas = (async function* () {
        yield {
          type: "text" as const,
          delta: `You asked: ${messages.at(-1)?.content.split("\n").at(-1) ?? ""}`,
        };
      })();
      return { model: "held", deltas };
    },
    listModels: async () => null,
  };
  return {
    model,
    release: () => resolve(),
    /** Number of calls. */
    get asked() {
      return asked;
    },
  };
}
