import { useChat, Chat } from "@ai-sdk/react";
import type { UIMessage, UIMessageChunk } from "ai";
import { Streamdown } from "streamdown";

/** The AI SDK's own chat with its own renderer, combined as documented. No network: tokens are passed in directly. */
export interface UseChat {
  chat: Chat<UIMessage>;
  begin: () => void;
  hand: (delta: string) => void;
}

export function openUseChat(texts: readonly string[]): UseChat {
  const words = Promise.withResolvers<ReadableStreamDefaultController<UIMessageChunk>>();
  let controller: ReadableStreamDefaultController<UIMessageChunk> | null = null;
  void words.promise.then((opened) => (controller = opened));
  const chat = new Chat<UIMessage>({
    messages: texts.map((text, index) => ({
      id: String(index),
      role: index % 2 === 0 ? "user" : "assistant",
      parts: [{ type: "text", text }],
    })),
    transport: {
      sendMessages: async () =>
        new ReadableStream<UIMessageChunk>({
          start(opened) {
            opened.enqueue({ type: "start", messageId: "answer" });
            opened.enqueue({ type: "text-start", id: "text" });
            words.resolve(opened);
          },
        }),
      reconnectToStream: async () => null,
    },
  });
  return {
    chat,
    begin: () => void chat.sendMessage({ text: "Tell me everything." }),
    hand: (delta) => controller?.enqueue({ type: "text-delta", id: "text", delta }),
  };
}

export function UseChatScreen({ chat: { chat } }: { chat: UseChat }) {
  const { messages, status } = useChat({ chat });
  return (
    <div style={{ blockSize: "100dvh", overflowY: "auto" }}>
      {messages.map((message, index) => (
        <div key={message.id}>
          {message.parts.map((part, place) =>
            part.type === "text" ? (
              <Streamdown
                key={place}
                mode={status === "streaming" && index === messages.length - 1 ? "streaming" : "static"}
              >
                {part.text}
              </Streamdown>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
