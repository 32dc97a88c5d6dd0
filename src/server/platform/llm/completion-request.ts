import type { GenerationRequest, PromptMessage, Tool, ToolCall } from "./language-model.ts";

/** The body of a streamed `POST /chat/completions`. */
export function completionRequest(
  { model, messages, tools, mayCall = true }: GenerationRequest,
  answerTokens: number | undefined,
) {
  return {
    model,
    messages: messages.map(messageOf),
    stream: true,
    ...(answerTokens === undefined ? {} : { max_tokens: answerTokens }),
    // Some providers require the tools as long as the conversation contains tool calls.
    ...(tools === undefined
      ? {}
      : { tools: tools.map(toolOf), ...(mayCall ? {} : { tool_choice: "none" as const }) }),
  };
}

function messageOf(message: PromptMessage) {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant": {
      const { role, content, toolCalls = [] } = message;
      return toolCalls.length === 0
        ? { role, content }
        : { role, content, tool_calls: toolCalls.map(callOf) };
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
function callOf({ id, name, arguments: argumentsJson }: ToolCall) {
  return {
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
