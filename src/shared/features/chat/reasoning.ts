/** A piece of a streamed answer: the model's text, or its reasoning. */
export interface AnswerDelta {
  kind: "text" | "reasoning";
  delta: string;
  /** `delta` was returned before as the end of the other kind, and belongs to this one. */
  isTurned?: true;
}

export interface ReasoningSplitter {
  /** Reads the next chunk of the stream. Returns the parts that are certain so far; no delta is empty. */
  push(chunk: string): AnswerDelta[];
  /**
   * Ends the stream and returns the text held back.
   * @param isWhole whether the model ended its answer here; a block left open by a broken stream stays reasoning
   */
  end(isWhole: boolean): AnswerDelta[];
}

/**
 * Separates the `<think>...</think>` blocks that some models write from the answer itself, while it streams. A chunk border may split a tag
 * anywhere, so up to a tag's length minus one is held back. Tags may be in any case.
 *
 * - Only a tag that leads the answer opens a block: only white space may precede it, or separate it from another block.
 * - The templates of some models swallow the opening tag. So the first `</think>` outside code turns all text before it into reasoning, if
 * there was no opening tag at all.
 * - Any other tag is text, and an opening tag inside a block is reasoning.
 * - A block that never closes is the answer if the model wrote no other text.
 */
export function createReasoningSplitter(): ReasoningSplitter {
  let phase: "lead" | "reasoning" | "text" = "lead";
  /** Whether a closing tag in the text may belong to a swallowed opening tag. */
  let mayTurn = true;
  let held = "";
  /** The text so far, which a closing tag turns into reasoning. */
  let answered = "";
  /** The open block so far. */
  let thought = "";
  const code = createCodeReader();
  let deltas: AnswerDelta[] = [];

  function push(chunk: string): AnswerDelta[] {
    held += chunk;
    while (step());
    return taken();
  }

  function end(isWhole: boolean): AnswerDelta[] {
    emit(held.length);
    if (isWhole && phase === "reasoning" && thought.trim() !== "")
      deltas.push({ kind: "text", delta: thought, isTurned: true });
    return taken();
  }

  /** Reads up to the next tag. @returns whether the rest may contain another one */
  function step(): boolean {
    if (phase === "lead") return readLead();
    const isTagged = phase === "reasoning" || mayTurn;
    const at = isTagged ? held.search(CLOSING) : -1;
    if (at < 0) {
      emit(held.length - (isTagged ? startedTagLength(held) : 0));
      return false;
    }
    emit(at);
    if (phase === "text" && !turns()) return true;
    held = held.slice(CLOSE.length);
    phase = "lead";
    thought = "";
    return true;
  }

  /** Decides whether the closing tag that comes next ends reasoning that looked like text. */
  function turns(): boolean {
    if (code.isInCode()) {
      emit(CLOSE.length);
      return false;
    }
    mayTurn &&= !OPENING.test(answered);
    if (!mayTurn) return false;
    mayTurn = false;
    if (answered.trim() !== "") deltas.push({ kind: "reasoning", delta: answered, isTurned: true });
    return true;
  }

  function readLead(): boolean {
    emit(/^\s*/.exec(held)?.[0].length ?? 0);
    const start = held.toLowerCase();
    if (start.startsWith(OPEN)) {
      held = held.slice(OPEN.length);
      phase = "reasoning";
      mayTurn = false;
      return true;
    }
    if (OPEN.startsWith(start)) return false; // even if nothing is held back
    phase = "text";
    return true;
  }

  function emit(length: number): void {
    const delta = held.slice(0, length);
    held = held.slice(length);
    if (delta === "") return;
    if (phase === "reasoning") thought += delta;
    else {
      answered += delta;
      code.read(delta);
    }
    deltas.push({ kind: phase === "reasoning" ? "reasoning" : "text", delta });
  }

  function taken(): AnswerDelta[] {
    const ready = deltas;
    deltas = [];
    return ready;
  }

  return { push, end };
}

/** Returns the text of an answer after one more delta. */
export function textAfter(text: string, { kind, delta, isTurned }: AnswerDelta): string {
  if (kind === "text") return text + delta;
  return isTurned ? text.slice(0, -delta.length) : text;
}

const OPEN = "<think>";
const CLOSE = "</think>";
const OPENING = /<think>/i;
const CLOSING = /<\/think>/i;

/** Number of characters at the end of `text` that may be the start of a closing tag. */
function startedTagLength(text: string): number {
  const started = /<[/a-z]*$/i.exec(text)?.[0] ?? "";
  return CLOSE.startsWith(started.toLowerCase()) ? started.length : 0;
}

/** A line that may begin or end a fenced block, also in a list or a quote. */
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

interface CodeReader {
  /** Reads the next piece of a Markdown text. */
  read(text: string): void;
  /** Whether the next text is in a fenced block, or in a code span that began on the last line. */
  isInCode(): boolean;
}

/** Tracks whether a streaming Markdown text is inside code. */
function createCodeReader(): CodeReader {
  let fence: string | null = null;
  let line = "";
  return {
    read(text) {
      const [first = "", ...others] = text.split("\n");
      line += first;
      for (const next of others) {
        fence = fenceAfter(fence, line);
        line = next;
      }
    },
    isInCode: () => fence !== null || isInSpan(line),
  };
}

/** The fence of the block that is open after this line; null when none is. */
function fenceAfter(fence: string | null, line: string): string | null {
  const [, marks = "", info = ""] = FENCE.exec(line) ?? [];
  if (fence !== null) return marks.startsWith(fence) && info.trim() === "" ? null : fence;
  return marks === "" || (marks.startsWith("`") && info.includes("`")) ? null : marks;
}

function isInSpan(line: string): boolean {
  let open = 0;
  for (const [marks] of line.matchAll(/`+/g)) {
    if (open === 0) open = marks.length;
    else if (open === marks.length) open = 0;
  }
  return open > 0;
}
