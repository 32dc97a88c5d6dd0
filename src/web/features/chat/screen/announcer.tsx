import { useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { spokenWords } from "../conversation/citation-marks.ts";
import type { AssistantMessage, ChatState } from "../store/chat-state.ts";
import { createSentenceAnnouncer, type SentenceAnnouncer } from "../conversation/sentence-announcer.ts";

interface Listening {
  answerId: string;
  announcer: SentenceAnnouncer;
}

/** A screen reader hears an answer sentence by sentence while it comes in, instead of every token of it. */
export function Announcer({ state }: { state: Pick<ChatState, "messages" | "epoch"> }) {
  const [words, setWords] = useState("");
  const listening = useRef<Listening | null>(null);
  // What was there when the conversation opened is old news.
  const old = useRef({ epoch: state.epoch, ids: new Set(state.messages.map(({ id }) => id)) });
  const last = state.messages.at(-1);

  useEffect(() => {
    if (old.current.epoch === state.epoch) return;
    old.current = { epoch: state.epoch, ids: new Set(state.messages.map(({ id }) => id)) };
  }, [state.epoch, state.messages]);

  useEffect(() => {
    if (last?.role !== "assistant" || last.status === "waiting") return;
    const isOver = last.status !== "streaming" && last.status !== "unheard";
    if (isOver && old.current.ids.has(last.id)) return;
    if (listening.current?.answerId !== last.id) {
      listening.current?.announcer.stop();
      listening.current = { answerId: last.id, announcer: createSentenceAnnouncer(setWords) };
    }
    if (isOver) old.current.ids.add(last.id);
    listening.current.announcer.hear(spokenWords(last.text), isOver, endingOf(last));
  }, [last]);

  useEffect(() => () => listening.current?.announcer.stop(), []);
  return <VisuallyHidden as="output">{words}</VisuallyHidden>;
}

/** A failure is an alert of its own. */
function endingOf({ status, isLocal }: AssistantMessage): string {
  if (status === "queued") return "Your message is kept on this device until it can be sent.";
  if (status === "stopped") return "The answer was stopped.";
  return status === "done" && !isLocal ? "Answer complete." : "";
}
