import type { Fields } from "#shared/json-fields.ts";

export type PromptMessage =
  | { role: "system" | "user"; content: string }
  /**
   * Text of the model and its tool calls. Each call is answered by a `tool` message directly after it.
   * `returned`: fields the provider wants back with the calls.
   */
  | { role: "assistant"; content: string; toolCalls?: readonly ToolCall[]; returned?: Fields }
  | { role: "tool"; toolCallId: string; content: string };

/** A tool a model may call while it answers. */
export interface Tool {
  /** Letters, digits, `_` and `-`, at most 64 characters. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  /** The provider's id, or ours if it gave none. */
  id: string;
  name: string;
  /** As the model wrote them. JSON, if the model followed the format. */
  arguments: string;
  /** The call's other fields, which the provider wants back (Google's `extra_content`). */
  more?: Fields;
}

export type ModelDelta =
  | { type: "text"; delta: string }
  | { type: "reasoning"; delta: string }
  /** Complete. Emitted at the end of the model's turn. */
  | { type: "tool-call"; call: ToolCall }
  /** After the calls: the fields that the provider wants back with them. */
  | { type: "returned"; fields: Fields };

/** A model from the provider's list. */
export interface ListedModel {
  id: string;
  /** Whether it can call tools; null when unknown from the list. */
  takesTools: boolean | null;
  /** Its window in tokens; null when unknown from the list. */
  window: number | null;
}

export interface GenerationRequest {
  messages: readonly PromptMessage[];
  model?: string;
  signal: AbortSignal;
  tools?: readonly Tool[];
  /** False: the model is given the tools, because earlier messages call them, but may not call any now. Default true. */
  mayCall?: boolean;
}

export interface ModelFailure {
  code:
    | "unauthorized"
    | "no-credit"
    | "model-gone"
    | "refused"
    /** The model can answer but does not support tools. */
    | "no-tools"
    /** The prompt does not fit into the model's window. */
    | "too-long"
    | "timeout"
    | "rate-limited"
    | "unavailable"
    | "garbled";
  retryable: boolean;
  /** Seconds, if the provider sent a time. */
  retryAfter: number | null;
  message: string;
}

/** Ends a generation. `failure` describes it in words the run can show. */
export class ModelError extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure, options?: { cause: unknown }) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export interface Generation {
  /** The model that actually answered, known after the first chunk. */
  readonly model: string;
  /** @throws ModelError */
  readonly deltas: AsyncIterable<ModelDelta>;
}

/** A language model that continues a conversation and streams the answer. */
export interface LanguageModel {
  readonly defaultModel: string;
  /** Whether it runs on this machine or in its network. Default false. */
  readonly isLocal?: boolean;
  generate(request: GenerationRequest): Promise<Generation>;
  /**
   * The models to choose from; null when the provider has no list.
   * @throws AppError `upstream-failed`, ModelError when the provider cannot be reached now
   */
  listModels(signal: AbortSignal): Promise<readonly ListedModel[] | null>;
}
