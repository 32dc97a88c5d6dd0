export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export type ModelDelta = { type: "text"; delta: string } | { type: "reasoning"; delta: string };

export interface ModelFailure {
  code:
    | "unauthorized"
    | "no-credit"
    | "model-gone"
    | "refused"
    | "timeout"
    | "rate-limited"
    | "unavailable"
    | "garbled";
  retryable: boolean;
  /** Seconds, when the provider said so. */
  retryAfter: number | null;
  message: string;
}

/** Ends a generation; `failure` says how in words the run can show. */
export class ModelError extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure, options?: { cause: unknown }) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export interface Generation {
  /** Who really answered, known once the first chunk arrived. */
  readonly model: string;
  /** @throws ModelError */
  readonly deltas: AsyncIterable<ModelDelta>;
}

/** A language model that continues a conversation as a stream. */
export interface LanguageModel {
  readonly defaultModel: string;
  generate(request: {
    messages: readonly PromptMessage[];
    model?: string;
    signal: AbortSignal;
  }): Promise<Generation>;
  /**
   * Ids of the models to choose from; null when the provider does not say.
   * @throws AppError `upstream-failed`, ModelError when it cannot be asked now
   */
  listModels(signal: AbortSignal): Promise<readonly string[] | null>;
}
