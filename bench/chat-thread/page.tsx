import { useEffect, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Message } from "#shared/features/chat/contract.ts";
import { openOwnChat, OwnScreen } from "./own.tsx";
import { ReactMarkdownText, StreamdownText } from "../rivals/markdown.tsx";
import { openUseChat, UseChatScreen } from "../rivals/use-chat-screen.tsx";

declare global {
  interface Window {
    showThread: typeof showThread;
    streamAnswer: typeof streamAnswer;
  }
}

/** "nothing" receives the tokens and renders none of them, which measures the cost of measuring. */
export type ScreenName = "nothing" | "own" | "useChat" | "streamdown" | "react-markdown";
type ListName = Exclude<ScreenName, "nothing" | "own" | "useChat">;

/** The interval, in tokens, at which one token is followed until it is painted. */
const MARK_EVERY = 84;

interface Line {
  id: string;
  text: string;
  isStreaming: boolean;
}

/** Built as in tutorials: the list in React state, and a Markdown renderer per message. */
const rivals: Record<ListName, (line: Line) => ReactNode> = {
  streamdown: ({ text, isStreaming }) => <StreamdownText text={text} streaming={isStreaming} />,
  "react-markdown": ({ text }) => <ReactMarkdownText text={text} />,
};

let setRivalLines: (lines: Line[]) => void = () => undefined;

function RivalScreen({ name, initial }: { name: ListName; initial: Line[] }) {
  const [lines, setLines] = useState(initial);
  useEffect(() => {
    setRivalLines = setLines;
  }, []);
  return (
    <div style={{ blockSize: "100dvh", overflowY: "auto" }}>
      {lines.map((line) => (
        <div key={line.id}>{rivals[name](line)}</div>
      ))}
    </div>
  );
}

function mount(screen: ReactNode): HTMLElement {
  const container = document.createElement("main");
  document.body.replaceChildren(container);
  createRoot(container).render(screen);
  return container;
}

/**
 * Renders a stored conversation until it is readable.
 * @returns milliseconds until its last message was painted, and the number of elements on the page at that time
 */
async function showThread(
  name: Exclude<ScreenName, "nothing">,
  texts: string[],
): Promise<{ readyMs: number; elements: number }> {
  const last = texts.at(-1) ?? "";
  const words = last.slice(-24);
  const begunAt = performance.now();
  let container: HTMLElement;
  if (name === "own") {
    const chat = openOwnChat(texts.map(storedMessage));
    container = mount(<OwnScreen store={chat.store} />);
    await chat.store.open("thread");
  } else if (name === "useChat") {
    container = mount(<UseChatScreen chat={openUseChat(texts)} />);
  } else {
    const initial = texts.map((text, index) => ({ id: String(index), text, isStreaming: false }));
    container = mount(<RivalScreen name={name} initial={initial} />);
  }
  while (!container.textContent.includes(words)) await frame();
  await frame();
  return { readyMs: performance.now() - begunAt, elements: container.querySelectorAll("*").length };
}

/**
 * Streams an answer at the speed of a model, in a conversation that has begun.
 * @returns milliseconds from sending a token until it was painted, for some tokens
 */
async function streamAnswer(name: ScreenName, tokens: string[], perSecond: number): Promise<number[]> {
  const { screen, begin, hand } = openScreen(name);
  const container = mount(screen);
  await frame();
  begin();
  await frame();
  const waiting = new Map<string, number>();
  const delays: number[] = [];
  let isOver = false;
  // A message posted in a frame arrives after that frame is painted: the document's content at that time is on the screen.
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    const shown = waiting.size === 0 ? "" : container.textContent;
    for (const [mark, at] of waiting) {
      if (!shown.includes(mark)) continue;
      waiting.delete(mark);
      delays.push(performance.now() - at);
    }
  };
  const look = () => {
    painted.port2.postMessage(null);
    if (!isOver || waiting.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const begunAt = performance.now();
  for (const [index, token] of tokens.entries()) {
    const due = begunAt + (index * 1000) / perSecond;
    while (performance.now() < due)
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const isMarked = name !== "nothing" && index % MARK_EVERY === MARK_EVERY - 1 && /^ ?[a-z]+$/i.test(token);
    const delta = isMarked ? `${token} mark${index}x` : token;
    if (isMarked) waiting.set(`mark${index}x`, performance.now());
    hand(delta);
  }
  isOver = true;
  for (let frames = 0; frames < 120 && waiting.size > 0; frames += 1) await frame();
  await frame();
  await frame();
  return delays;
}

/** An empty conversation, with functions that begin it and pass it the next tokens of the answer. */
function openScreen(name: ScreenName): {
  screen: ReactNode;
  begin: () => void;
  hand: (delta: string) => void;
} {
  if (name === "own") {
    const chat = openOwnChat([]);
    return {
      screen: <OwnScreen store={chat.store} />,
      begin: () => chat.store.send("Tell me everything."),
      hand: (delta) => chat.hand({ type: "text-delta", id: "text", delta }),
    };
  }
  if (name === "useChat") {
    const chat = openUseChat([]);
    return { screen: <UseChatScreen chat={chat} />, begin: chat.begin, hand: chat.hand };
  }
  if (name === "nothing") return { screen: null, begin: () => undefined, hand: () => undefined };
  let text = "";
  return {
    screen: <RivalScreen name={name} initial={[]} />,
    begin: () => undefined,
    hand(delta) {
      text += delta;
      setRivalLines([{ id: "answer", text, isStreaming: true }]);
    },
  };
}

function storedMessage(content: string, index: number): Message {
  const isAnswer = index % 2 === 1;
  return {
    id: `m${index}`,
    role: isAnswer ? "assistant" : "user",
    content,
    reasoning: "",
    sources: [],
    ui: null,
    parentId: index === 0 ? null : `m${index - 1}`,
    runId: isAnswer ? `r${index}` : null,
    state: isAnswer ? "done" : null,
    error: null,
    keptAfter: [],
    model: isAnswer ? "bench" : null,
    createdAt: new Date(0).toISOString(),
    versions: [`m${index}`],
  };
}

function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

window.showThread = showThread;
window.streamAnswer = streamAnswer;
