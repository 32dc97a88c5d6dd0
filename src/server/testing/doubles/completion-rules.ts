import { isFields } from "#shared/json-fields.ts";

const KNOWN = new Set([
  "model",
  "messages",
  "stream",
  "max_tokens",
  "max_completion_tokens",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
]);
const ROLES = new Set(["system", "developer", "user", "assistant", "tool"]);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The error message with which OpenAI's `/chat/completions` rejects a request; null when it accepts the request. */
export function completionRefusal(request: unknown): string | null {
  if (!isFields(request)) return "We could not parse the JSON body of your request.";
  const unknown = Object.keys(request).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (typeof request["model"] !== "string" || request["model"] === "")
    return "you must provide a model parameter";
  const { messages, tools, tool_choice: choice } = request;
  if (!Array.isArray(messages) || messages.length === 0) return "[] is too short - 'messages'";
  if (choice !== undefined && tools === undefined)
    return "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
  return refusalOfMessages(messages as unknown[]) ?? (tools === undefined ? null : refusalOfTools(tools));
}

function refusalOfMessages(messages: readonly unknown[]): string | null {
  /** Calls without a result so far. */
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (!isFields(message)) return `Invalid type for 'messages[${index}]'`;
    const { role, content, tool_calls: calls, tool_call_id: answered } = message;
    if (typeof role !== "string" || !ROLES.has(role))
      return `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`;
    if (role === "tool") {
      if (typeof answered !== "string" || !open.delete(answered))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    } else if (open.size > 0) return unanswered(open);
    if (calls === undefined) {
      if (typeof content !== "string") return `Invalid value for 'content': expected a string, got null.`;
      continue;
    }
    const problem =
      role === "assistant"
        ? refusalOfCalls(calls, index)
        : `Unknown parameter: 'messages[${index}].tool_calls'.`;
    if (problem !== null) return problem;
    open = new Set((calls as { id: string }[]).map(({ id }) => id)); // checked just above
  }
  return open.size > 0 ? unanswered(open) : null;
}

function refusalOfCalls(calls: unknown, index: number): string | null {
  if (!Array.isArray(calls) || calls.length === 0) return `[] is too short - 'messages.${index}.tool_calls'`;
  for (const call of calls as unknown[]) {
    const called = isFields(call) ? call["function"] : null;
    if (!isFields(call) || typeof call["id"] !== "string" || call["type"] !== "function" || !isFields(called))
      return `Missing required parameter: 'messages[${index}].tool_calls[0].id'.`;
    if (typeof called["name"] !== "string" || !NAME.test(called["name"]))
      return `Invalid 'messages[${index}].tool_calls[0].function.name': string does not match pattern.`;
    const argumentsJson = called["arguments"];
    if (typeof argumentsJson !== "string" || !isJsonObject(argumentsJson))
      return `Invalid 'messages[${index}].tool_calls[0].function.arguments': not a JSON object.`;
  }
  return null;
}

function refusalOfTools(tools: unknown): string | null {
  if (!Array.isArray(tools) || tools.length === 0) return "[] is too short - 'tools'";
  if (tools.length > 128) return "Invalid 'tools': array too long.";
  for (const tool of tools as unknown[]) {
    const named = isFields(tool) && tool["type"] === "function" ? tool["function"] : null;
    if (!isFields(named)) return "Missing required parameter: 'tools[0].function'.";
    const { name, description, parameters } = named;
    if (typeof name !== "string" || !NAME.test(name))
      return "Invalid 'tools[0].function.name': string does not match pattern.";
    if (typeof description !== "string" || description.length > 1024)
      return "Invalid 'tools[0].function.description'.";
    const problem = refusalOfSchema(parameters, "object");
    if (problem !== null) return `Invalid schema for function '${name}': ${problem}`;
  }
  return null;
}

/** Checks what providers check: known types, arrays with `items`, and required fields that are declared. */
function refusalOfSchema(schema: unknown, type: string | null): string | null {
  if (!isFields(schema)) return "schema must be a JSON Schema object.";
  if (type !== null && schema["type"] !== type) return `schema must be a JSON Schema of 'type: "${type}"'.`;
  if (!["object", "array", "string", "number", "integer", "boolean"].includes(String(schema["type"])))
    return `'${String(schema["type"])}' is not valid under any of the given schemas.`;
  if (schema["type"] === "array")
    return schema["items"] === undefined
      ? "array schema missing items."
      : refusalOfSchema(schema["items"], null);
  if (schema["type"] !== "object") return null;
  const { properties, required = [] } = schema;
  if (!isFields(properties)) return "object schema missing properties.";
  if (!Array.isArray(required) || required.some((key) => !Object.hasOwn(properties, String(key))))
    return "'required' names what is no property.";
  return (
    Object.values(properties)
      .map((each) => refusalOfSchema(each, null))
      .find((each) => each !== null) ?? null
  );
}

function unanswered(ids: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`;
}

function isJsonObject(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}
