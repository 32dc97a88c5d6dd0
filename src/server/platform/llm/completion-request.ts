import type { GenerationRequest, PromptMessage, Tool, ToolCall } from "./language-model.ts";

/** Differences between providers that accept the same protocol. */
export interface CompletionStyle {
  /** The content beside calls when the model wrote no text: OpenAI and most others send null, some servers refuse it. */
  noText: "" | null;
  /** Whether the reasoning of a round comes back with its calls: DeepSeek demands it, Groq and Mistral refuse it. */
  returnsThoughts: boolean;
  /** OpenAI's reasoning models take only the newer name, other servers only the older. */
  limitField: "max_tokens" | "max_completion_tokens";
}

/** The body of a streamed `POST /chat/completions`. */
export function completionRequest(
  { model, messages, tools, mayCall = true }: GenerationRequest,
  answerTokens: number | undefined,
  style: CompletionStyle,
) {
  return {
    model,
    messages: alternating(messages).map((message) => messageOf(message, style)),
    stream: true,
    ...(answerTokens === undefined ? {} : { [style.limitField]: answerTokens }),
    // Some providers require the tools as long as the conversation contains tool calls.
    ...(tools === undefined
      ? {}
      : { tools: tools.map(toolOf), ...(mayCall ? {} : { tool_choice: "none" as const }) }),
  };
}

/** Joins messages of one role in a row: the templates of many models refuse two of the user's turns without an answer between them. */
function alternating(messages: readonly PromptMessage[]): PromptMessage[] {
  const joined: PromptMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === "user" && message.role === "user")
      joined[joined.length - 1] = { role: "user", content: `${last.content}\n\n${message.content}` };
    else joined.push(message);
  }
  return joined;
}

function messageOf(message: PromptMessage, { noText, returnsThoughts }: CompletionStyle) {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant": {
      const { role, content, toolCalls = [], returned } = message;
      return toolCalls.length === 0
        ? { role, content }
        : {
            role,
            content: content === "" ? noText : content,
            ...(returnsThoughts ? returned : {}),
            tool_calls: toolCalls.map(callOf),
          };
    }
    case "system":
    case "user":
      return { role: message.role, content: message.content };
  }
}

function toolOf({ name, description, parameters }: Tool) {
  return { type: "function", function: { name, description, parameters } };
}

/** Providers parse earlier tool calls. They would reject the conversation if a name or arguments were malformed. */
function callOf({ id, name, arguments: argumentsJson, more }: ToolCall) {
  return {
    ...more,
    id,
    type: "function",
    function: {
      name: /^[\w-]{1,64}$/.test(name) ? name : "unknown",
      arguments: isJsonObject(argumentsJson) ? argumentsJson : "{}",
    },
  };
}

function isJsonObject(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}
