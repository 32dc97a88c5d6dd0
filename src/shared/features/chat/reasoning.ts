/** A piece of a streamed answer: what the model says, or what it thought on the way. */
export type AnswerDelta = { kind: "text" | "reasoning"; delta: string };

export type ReasoningSplitter = {
  /** Takes the next piece of the stream; answers what is certain so far, never an empty delta. */
  push(chunk: string): AnswerDelta[];
  /** Ends the stream and answers what was held back: the start of a tag that never came is plain content. */
  end(): AnswerDelta[];
};

/**
 * Splits the `<think>...</think>` blocks some models write into their answer from the answer itself, while it
 * streams. A tag may be cut anywhere by a chunk border, so at most a tag's length less one is held back.
 *
 * Tags are not nested and always alternate: `<think>` inside a block and `</think>` outside are content.
 * A block that never closes is reasoning to the end.
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

/** How many characters at the end of `text` may be the start of `tag`. */
function startedTagLength(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) {
      return length;
    }
  }
  return 0;
}
