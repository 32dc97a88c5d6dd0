import { useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { spokenWords } from "../conversation/citation-marks.ts";
import type { AssistantMessage } from "../conversation/chat-message.ts";
import type { ChatState } from "../store/chat-state.ts";
import { useIsUnstored } from "../store/use-chat.ts";
import { createSentenceAnnouncer, type SentenceAnnouncer } from "../conversation/sentence-announcer.ts";

interface Listening {
  answerId: string;
  announcer: SentenceAnnouncer;
  /** Whether its end was announced. */
  isOver: boolean;
}

/** Announces a streamed answer to screen readers by sentence instead of by token. */
export function Announcer({ state }: { state: Pick<ChatState, "messages" | "epoch"> }) {
  const [words, setWords] = useState("");
  const listening = useRef<Listening | null>(null);
  // Messages that existed when the conversation was opened are not announced.
  const old = useRef({ epoch: state.epoch, ids: new Set(state.messages.map(({ id }) => id)) });
  const last = state.messages.at(-1);
  const isUnstored = useIsUnstored(last?.id ?? "");

  useEffect(() => {
    if (old.current.epoch === state.epoch) return;
    old.current = { epoch: state.epoch, ids: new Set(state.messages.map(({ id }) => id)) };
  }, [state.epoch, state.messages]);

  useEffect(() => {
    if (last?.role !== "assistant" || last.status === "waiting" || isUnstored) return;
    const isOver = last.status !== "streaming" && last.status !== "disconnected";
    const before = listening.current?.answerId === last.id ? listening.current : null;
    // An answer that was fetched again while being announced still needs its end announced.
    if (isOver && (before === null ? old.current.ids.has(last.id) : before.isOver)) return;
    if (before === null) listening.current?.announcer.stop();
    const announcer = before?.announcer ?? createSentenceAnnouncer(setWords);
    listening.current = { answerId: last.id, announcer, isOver };
    if (isOver) old.current.ids.add(last.id);
    announcer.update(spokenWords(last.text), isOver, endingOf(last));
  }, [last, isUnstored]);

  useEffect(() => () => listening.current?.announcer.stop(), []);
  return <VisuallyHidden as="output">{words}</VisuallyHidden>;
}

/** The announced ending. A failure has its own alert. */
function endingOf({ status, isLocal }: AssistantMessage): string {
  if (status === "queued") return "Your message is saved on this device until it can be sent.";
  if (status === "stopped") return "The answer was stopped.";
  return status === "done" && !isLocal ? "Answer complete." : "";
}
