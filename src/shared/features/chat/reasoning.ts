import {
  endMarks,
  finderOf,
  keptMarks,
  leadingMarks,
  type MarkFinder,
  type Thoughts,
  thoughtFamilies,
  turningMarks,
} from "./answer-marks.ts";
import { createCodeReader } from "./code-reader.ts";

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

interface Family {
  thoughts: Thoughts;
  closing: MarkFinder;
}

const families: readonly Family[] = thoughtFamilies.map((thoughts) => ({
  thoughts,
  closing: finderOf(thoughts.closes),
}));
/** Closing marks that may come without their opening one, by the mark that would have opened the block. */
const loneClosings = new Map(
  thoughtFamilies.flatMap(({ opens, closes }) =>
    closes.length === 1 ? closes.map((close) => [close, opens[0]?.toLowerCase() ?? ""] as const) : [],
  ),
);
const inText = finderOf([...loneClosings.keys(), ...turningMarks, ...endMarks]);
const atLead = [...leadingMarks, ...endMarks, ...thoughtFamilies.flatMap(({ opens }) => opens)];
/** An opening quote or bracket at the end of a text: a mark behind it is named, not used. */
const QUOTE = /["'“‘(]$/;
/** Text without any of these characters has no mark that matters there. */
const TRIGGER = /[<[◁]/;

/**
 * Separates the thoughts that some models write between marks (see `thoughtFamilies`) from the answer itself, while it streams, and ends
 * the answer at a mark that ends it. A chunk border may split a mark anywhere, so up to a mark's length is held back. Marks may be in any
 * case.
 *
 * - Only a mark that leads the answer opens a block: only white space may precede it, or separate it from another block.
 * - The templates of some models swallow the opening mark. So the first closing mark outside code turns all text before it into reasoning,
 * if there was no opening mark at all.
 * - Any other mark of thoughts is text, and an opening mark inside a block is reasoning.
 * - A block that never closes is the answer if the model wrote no other text.
 * - An end mark in code, in quotes or between two spaces is text.
 */
export function createReasoningSplitter(): ReasoningSplitter {
  let phase: "lead" | "reasoning" | "text" | "over" = "lead";
  /** The marks that close the open block. */
  let closing = inText;
  /** Whether a closing mark in the text may belong to a swallowed opening mark. */
  let mayTurn = true;
  let held = "";
  /** The text so far, which a closing mark turns into reasoning. */
  let answered = "";
  /** The open block so far. */
  let thought = "";
  const code = createCodeReader();
  let deltas: AnswerDelta[] = [];

  function push(chunk: string): AnswerDelta[] {
    held += chunk;
    while (step(false));
    return taken();
  }

  function end(isWhole: boolean): AnswerDelta[] {
    while (step(true));
    emit(held.length);
    if (isWhole && phase === "reasoning" && thought.trim() !== "")
      deltas.push({ kind: "text", delta: thought, isTurned: true });
    return taken();
  }

  /** Reads up to the next mark. @returns whether the rest may contain another one */
  function step(isLast: boolean): boolean {
    if (held === "") return false;
    switch (phase) {
      case "over":
        held = "";
        return false;
      case "lead":
        return readLead(isLast);
      case "reasoning":
        return readThought();
      case "text":
        return readText(isLast);
    }
  }

  function readThought(): boolean {
    const found = closing.find(held);
    if (found === null) {
      emit(held.length - closing.startedLength(held));
      return false;
    }
    emit(found.at);
    if (!keptMarks.has(found.mark)) held = held.slice(found.mark.length);
    phase = "lead";
    thought = "";
    return true;
  }

  function readText(isLast: boolean): boolean {
    const found = TRIGGER.test(held) ? inText.find(held) : null;
    if (found === null) {
      emit(held.length - inText.startedLength(held));
      return false;
    }
    const { at, mark } = found;
    const next = held.slice(at + mark.length);
    emit(at);
    // A longer mark may begin with this one, and the next character decides whether it is one.
    const isOpen = mark === "</s>" ? next.trim() === "" : next === "";
    if (!isLast && (isOpen || inText.startedLength(held) === held.length)) return false;
    if (loneClosings.has(mark) ? turns(mark) : isMark(mark, next)) {
      const isTurning = turningMarks.includes(mark);
      held = isTurning ? held : next;
      phase = isTurning || loneClosings.has(mark) ? "lead" : "over";
    } else emit(mark.length);
    return true;
  }

  /** Decides whether the closing mark that comes next ends reasoning that looked like text. */
  function turns(mark: string): boolean {
    if (!mayTurn || code.isInCode() || QUOTE.test(answered)) return false;
    mayTurn = false;
    if (answered.toLowerCase().includes(loneClosings.get(mark) ?? "")) return false;
    if (answered.trim() !== "") deltas.push({ kind: "reasoning", delta: answered, isTurned: true });
    return true;
  }

  /** Whether a mark is the model's own, not a word about it. */
  function isMark(mark: string, next: string): boolean {
    if (code.isInCode() || QUOTE.test(answered)) return false;
    const before = answered.at(-1) ?? "\n";
    // Also the end of struck words in HTML.
    if (mark === "</s>" && before !== "\n") return /^\s*(?:<|$)/.test(next);
    return before === "\n" || !/\s/.test(before) || next === "" || /^[\n<]/.test(next);
  }

  function readLead(isLast: boolean): boolean {
    const space = /^\s*/.exec(held)?.[0].length ?? 0;
    emit(space);
    const start = held.toLowerCase();
    // Even if nothing is held back, the next mark may open a block.
    if (!isLast && atLead.some((mark) => mark.length > start.length && mark.toLowerCase().startsWith(start)))
      return false;
    const leading = atLead.filter((mark) => (/[A-Z]/.test(mark) ? held : start).startsWith(mark));
    const mark = leading.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
    const opened = families.find(({ thoughts }) => thoughts.opens.includes(mark));
    const next = held.slice(mark.length);
    const isWord = opened?.thoughts.before !== undefined;
    if (isWord && next === "" && !isLast && held === mark) return false;
    if (
      mark === "" ||
      (isWord && (opened.thoughts.before?.test(next.slice(0, 1)) !== true || !held.startsWith(mark)))
    )
      phase = "text";
    else {
      held = next;
      if (opened !== undefined) {
        ({ closing } = opened);
        phase = "reasoning";
        mayTurn = false;
      } else if (!leadingMarks.includes(mark)) phase = "over";
    }
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
