/** A piece of a streamed answer: the model's text, or its reasoning. */
export type AnswerDelta = { kind: "text" | "reasoning"; delta: string };

export type ReasoningSplitter = {
  /** Takes the next chunk of the stream. Returns what is certain so far; no delta is empty. */
  push(chunk: string): AnswerDelta[];
  /** Ends the stream and returns what was held back: the start of a tag that never completed is plain content. */
  end(): AnswerDelta[];
};

/**
 * Separates the `<think>...</think>` blocks that some models write from the answer itself, while it streams. A chunk border may cut a tag
 * anywhere, so up to a tag's length minus one is held back.
 *
 * Tags are not nested and always alternate: `<think>` inside a block and `</think>` outside one are content. A block that never closes is
 * reasoning to the end.
 */
export function createReasoningSplitter(): ReasoningSplitter {
  let kind: AnswerDelta["kind"] = "text";
  let held = "";

  function push(chunk: string): AnswerDelta[] {
    const deltas: AnswerDelta[] = [];
    held += chunk;
    for (let at = held.indexOf(BORDER[kind]); at >= 0; at = held.indexOf(BORDER[kind])) {
      emit(deltas, held.slice(0, at));
      held = held.slice(at + BORDER[kind].length);
      kind = kind === "text" ? "reasoning" : "text";
    }
    const certain = held.length - startedTagLength(held, BORDER[kind]);
    emit(deltas, held.slice(0, certain));
    held = held.slice(certain);
    return deltas;
  }

  function end(): AnswerDelta[] {
    const deltas: AnswerDelta[] = [];
    emit(deltas, held);
    held = "";
    return deltas;
  }

  function emit(deltas: AnswerDelta[], delta: string) {
    if (delta !== "") {
      deltas.push({ kind, delta });
    }
  }

  return { push, end };
}

/** The tag that ends each kind. */
const BORDER = { text: "<think>", reasoning: "</think>" } as const;

/** Number of characters at the end of `text` that may be the start of `tag`. */
function startedTagLength(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) {
      return length;
    }
  }
  return 0;
}
