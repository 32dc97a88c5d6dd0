import * as z from "zod/mini";
import { sendMessage } from "./contract.ts";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";

export const leaveMessage = defineEndpoint({
  id: "chat.leave",
  method: "POST",
  path: "/api/chat/messages",
  summary:
    "Say what was written without a signal: kept and answered as any other message, and the answer is read in the conversation.",
  body: z.strictObject({
    ...sendMessage.body.shape,
    messageId: id,
    /** Made by the client: a conversation with this id begins with the message if it does not exist. */
    threadId: id,
    trigger: z.optional(z.enum(["submit", "edit"])),
  }),
  response: z.object({ threadId: id, runId: id }),
});
