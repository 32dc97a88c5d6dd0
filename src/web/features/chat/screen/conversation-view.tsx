import type { RefObject } from "react";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { Announcer } from "./announcer.tsx";
import type { KeyWish } from "../conversation/chat-keys.ts";
import type { ChatLinks } from "./chat-screen.tsx";
import type { ChatActions, ChatState } from "../store/chat-state.ts";
import { MessageList } from "./message-list.tsx";
import { useChatKeys } from "./use-chat-keys.ts";

interface ConversationViewProps {
  state: ChatState;
  actions: ChatActions;
  links: ChatLinks;
  composer: RefObject<HTMLTextAreaElement | null>;
}

/** What the chat has beyond its first paint: the messages, their announcements, the keys. */
export function ConversationView({ state, actions, links, composer }: ConversationViewProps) {
  const context = { isAnswering: state.phase === "answering", isEditing: state.editedId !== null };
  useChatKeys(context, (wish: KeyWish) => {
    switch (wish) {
      case "stop":
        return actions.stop();
      case "cancel-edit":
        return actions.cancelEdit();
      case "focus-composer":
        return composer.current?.focus();
      case "show-keys":
        return links.showKeys();
    }
  });
  const asOf = useAsOf({ dataUpdatedAt: state.asOf ?? 0 });
  return (
    <>
      <MessageList state={state} asOf={asOf} actions={{ ...actions, openResource: links.openResource }} />
      <Announcer state={state} />
    </>
  );
}
