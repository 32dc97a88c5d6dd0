import { type RefObject, useEffect, useEffectEvent } from "react";
import { Announcer } from "./announcer.tsx";
import { isDialogOpen, isWriting } from "#web/lib/key-target.ts";
import { type KeyWish, wishOf } from "../conversation/chat-keys.ts";
import type { ChatLinks } from "./chat-screen.tsx";
import type { ChatActions, ChatCompanion } from "../store/chat-state.ts";
import { useChatPhase, useChatState } from "../store/use-chat.ts";
import { MessageList } from "./message-list.tsx";

interface ConversationViewProps {
  companion: ChatCompanion;
  isReturning: boolean;
  /** The chat shows its greeting instead of messages. */
  isEmpty: boolean;
  actions: ChatActions;
  links: ChatLinks;
  composer: RefObject<HTMLTextAreaElement | null>;
}

/** The parts of the chat loaded after the first paint: messages, announcements, keys. */
export function ConversationView({
  companion,
  isReturning,
  isEmpty,
  actions,
  links,
  composer,
}: ConversationViewProps) {
  // Separate selectors: typing in the composer must not render the conversation again.
  const { messages, hasEarlier } = useChatState((state) => state.conversation);
  const epoch = useChatState((state) => state.epoch);
  const opening = useChatState((state) => state.opening);
  const voice = useChatState((state) => state.voice);
  const isEditing = useChatState((state) => state.editedId !== null);
  const heardAt = useChatState((state) => state.asOf ?? 0);
  const sought = useChatState((state) => state.sought);
  const phase = useChatPhase();
  useChatKeys({ isAnswering: phase === "answering", isEditing }, (wish: KeyWish) => {
    switch (wish) {
      case "stop":
        return actions.stop();
      case "cancel-edit":
        return actions.cancelEdit();
      case "focus-composer":
        return composer.current?.focus();
    }
  });
  return (
    <>
      {isEmpty ? null : (
        <MessageList
          state={{ companion, isReturning, messages, hasEarlier, epoch, phase, voice, opening }}
          heardAt={heardAt}
          sought={sought}
          actions={{ ...actions, openResource: links.openResource, openProposal: links.openProposal }}
        />
      )}
      <Announcer state={{ messages, epoch }} />
    </>
  );
}

/** Handles the keys of the chat view, wherever the focus is. */
function useChatKeys(
  context: { isAnswering: boolean; isEditing: boolean },
  onWish: (wish: KeyWish) => void,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const wish = wishOf(event, {
      ...context,
      isTyping: isWriting(event.target),
      isDialogOpen: isDialogOpen(),
    });
    if (wish === null) return;
    event.preventDefault();
    onWish(wish);
  });
  useEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}
