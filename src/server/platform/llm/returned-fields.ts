import { type Fields, isFields } from "#shared/json-fields.ts";

/**
 * Gathers a round's reasoning under the provider's own field names. Providers that check it want it back with the tool calls: DeepSeek
 * `reasoning_content` (https://api-docs.deepseek.com/guides/thinking_mode), OpenRouter `reasoning_details` with their signatures.
 */
export class ReturnedFields {
  readonly #texts: Record<string, string> = {};
  #details: Fields[] = [];

  add(reasoning: Fields): void {
    for (const [field, value] of Object.entries(reasoning))
      if (typeof value === "string") this.#texts[field] = (this.#texts[field] ?? "") + value;
      else if (field === "reasoning_details" && Array.isArray(value))
        for (const detail of value as unknown[]) if (isFields(detail)) this.#addDetail(detail);
  }

  /** Null when there are none. */
  get fields(): Fields | null {
    const details = this.#details.length === 0 ? {} : { reasoning_details: this.#details };
    const fields = { ...this.#texts, ...details };
    return Object.keys(fields).length === 0 ? null : fields;
  }

  /** A detail arrives in pieces, like the text. */
  #addDetail(detail: Fields): void {
    const last = this.#details.at(-1);
    const isSame = last !== undefined && last["type"] === detail["type"] && last["index"] === detail["index"];
    if (!isSame || typeof detail["text"] !== "string" || typeof last["text"] !== "string") {
      this.#details.push(detail);
      return;
    }
    const filled = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
    this.#details[this.#details.length - 1] = {
      ...last,
      ...Object.fromEntries(filled),
      text: last["text"] + detail["text"],
    };
  }
}
