import { type FamilyRefusal, fieldsIn, messagesWithCalls } from "./family-frames.ts";
import type { UpstreamRequest } from "./upstream-model.ts";

const invalid = (message: string): FamilyRefusal => ({ status: 400, message });

/** DeepSeek requires the thoughts of each message that calls tools. https://api-docs.deepseek.com/guides/thinking_mode */
export function refusesLostThoughts(request: UpstreamRequest): FamilyRefusal | null {
  const lost = messagesWithCalls(request).find(
    ({ message }) => typeof message["reasoning_content"] !== "string",
  );
  return lost === undefined
    ? null
    : invalid(
        `Missing \`reasoning_content\` field in the assistant message at message index ${lost.at}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls`,
      );
}

/** Gemini requires the signature of the first call of each answer. https://github.com/openai/openai-python/issues/2758 */
export function lostSignature(request: UpstreamRequest, signature: string): string | null {
  const lost = messagesWithCalls(request).find(({ calls: [first] }) => {
    const { google } = fieldsIn(fieldsIn(first)["extra_content"]);
    return fieldsIn(google)["thought_signature"] !== signature;
  });
  return lost === undefined ? null : missingSignature(lost.at);
}

/** OpenRouter returns Gemini's signature when it gets back the list that it sent. https://github.com/OpenRouterTeam/typescript-sdk/issues/120 */
export function refusesLostDetails(request: UpstreamRequest, data: string): FamilyRefusal | null {
  const lost = messagesWithCalls(request).find(({ message }) => {
    const details = message["reasoning_details"];
    return !(Array.isArray(details) && details.some((detail) => fieldsIn(detail)["data"] === data));
  });
  if (lost === undefined) return null;
  const upstream = JSON.stringify({ error: { code: 400, message: missingSignature(lost.at) } });
  const raw = `Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks. Upstream error: ${upstream}`;
  const message = "Provider returned error";
  const metadata = { raw, provider_name: "Google AI Studio" };
  return { status: 400, message, body: JSON.stringify({ error: { message, code: 400, metadata } }) };
}

const missingSignature = (at: number) =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:find\` , position ${at}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;

/** Groq's schema of messages has no field for thoughts. https://github.com/janhq/jan/issues/8136, https://github.com/karthink/gptel/issues/774 */
export function refusesForeignFields(request: UpstreamRequest): FamilyRefusal | null {
  const found = foreignField(request, ["role", "content", "name", "tool_calls", "tool_call_id"]);
  return found === null
    ? null
    : invalid(
        `'messages.${found.at}' : for 'role:${found.role}' the following must be satisfied[('messages.${found.at}' : property '${found.field}' is unsupported)]`,
      );
}

/** Mistral's own API: https://github.com/anomalyco/opencode/issues/1680, charmbracelet/crush#1590, datapizza-labs/datapizza-ai#98 */
export function refusesAsMistral(request: UpstreamRequest): FamilyRefusal | null {
  const found = foreignField(request, ["role", "content", "tool_calls", "tool_call_id", "name", "prefix"]);
  if (found !== null) {
    const loc = ["body", "messages", found.at, found.role, found.field];
    const detail = [{ type: "extra_forbidden", loc, msg: "Extra inputs are not permitted" }];
    return mistralError(422, { message: { detail }, type: "invalid_request_error", code: null });
  }
  const id = longId(request);
  if (id !== null) {
    const message = `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
    return mistralError(400, { message, type: "invalid_request_error", code: null });
  }
  const after = request.messages.find(
    ({ role }, at) => role === "user" && request.messages[at - 1]?.role === "tool",
  );
  const message = "Unexpected role 'user' after role 'tool'";
  return after === undefined
    ? null
    : mistralError(400, { message, type: "invalid_request_message_order", code: "3230" });
}

function mistralError(status: number, error: Record<string, unknown>): FamilyRefusal {
  const body = JSON.stringify({ object: "error", param: null, ...error });
  return { status, message: JSON.stringify(error["message"]), body };
}

/** Mistral's chat templates, in llama-server and vLLM. https://github.com/vllm-project/vllm/blob/main/examples/tool_chat_template_mistral.jinja */
export function refusesLongIds(request: UpstreamRequest): FamilyRefusal | null {
  const message = "Tool call IDs should be alphanumeric strings with length 9!";
  return longId(request) === null ? null : invalid(message);
}

/** Templates of Gemma and Mistral. llama-server answers 500, vLLM 400. https://github.com/janhq/jan/issues/6254, ggml-org/llama.cpp#19851 */
export function refusesTwoTurns(request: UpstreamRequest, status: 400 | 500): FamilyRefusal | null {
  const turns = request.messages
    .filter(({ role, tool_calls: calls }) => role !== "tool" && calls === undefined)
    .map(({ role }) => role);
  if (turns[0] === "system") turns.shift();
  if (turns.every((role, at) => role === (at % 2 === 0 ? "user" : "assistant"))) return null;
  const rule = "onversation roles must alternate user/assistant/user/assistant/...";
  if (status === 500) {
    const message = `\n------------\nWhile executing CallExpression at line 19, column 27 in source:\n...\nError: Jinja Exception: C${rule}`;
    return { status, message, body: JSON.stringify({ error: { code: 500, message, type: "server_error" } }) };
  }
  const message = `After the optional system message, c${rule}`;
  const body = JSON.stringify({ object: "error", message, type: "BadRequestError", param: null, code: 400 });
  return { status, message, body };
}

/** LM Studio, older llama-server. https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/261, ggml-org/llama.cpp#13471 */
export function refusesNullContent(request: UpstreamRequest): FamilyRefusal | null {
  return request.messages.every(({ content }) => typeof content === "string")
    ? null
    : invalid(
        "Invalid 'content': 'content' field must be a string or an array of objects. Input should be a valid string",
      );
}

/** Gateways to Bedrock. https://github.com/anomalyco/opencode/issues/17395, vercel/ai#13498 */
export function refusesEmptyContent(request: UpstreamRequest): FamilyRefusal | null {
  return request.messages.every(({ content }) => (content as unknown) !== "")
    ? null
    : invalid("ValidationException: messages: text content blocks must be non-empty");
}

function longId(request: UpstreamRequest): string | null {
  const ids = messagesWithCalls(request).flatMap(({ calls }) => calls.map(({ id }) => String(id)));
  return ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id)) ?? null;
}

function foreignField(
  request: UpstreamRequest,
  known: readonly string[],
): { at: number; role: string; field: string } | null {
  for (const [at, message] of request.messages.entries()) {
    const field = Object.keys(message).find((key) => !known.includes(key));
    if (field !== undefined) return { at, role: message.role, field };
  }
  return null;
}
