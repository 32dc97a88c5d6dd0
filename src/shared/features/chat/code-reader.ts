/** A line that may begin or end a fenced block, also in a list or a quote. */
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

export interface CodeReader {
  /** Reads the next piece of a Markdown text. */
  read(text: string): void;
  /** Whether the next text is in a fenced block, or in a code span that began on the last line. */
  isInCode(): boolean;
  /** Whether the next text begins a line. */
  isAtLineStart(): boolean;
}

/** Tracks whether a streaming Markdown text is inside code. */
export function createCodeReader(): CodeReader {
  let fence: string | null = null;
  let line = "";
  // Known without reading the line again: it may grow long, and is asked about after every piece.
  let isBlank = true;
  /** Number of marks that opened the code span; 0 when none is open. */
  let span = 0;
  /** Marks at the end of the line so far. */
  let marks = 0;
  function extend(piece: string): void {
    line += piece;
    isBlank &&= piece.trim() === "";
    for (const character of piece)
      if (character === "`") marks += 1;
      else if (marks > 0) {
        span = spanAfter(span, marks);
        marks = 0;
      }
  }
  return {
    read(text) {
      let from = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
        extend(text.slice(from, end));
        fence = fenceAfter(fence, line);
        line = "";
        isBlank = true;
        span = 0;
        marks = 0;
        from = end + 1;
      }
      extend(text.slice(from));
    },
    // The line so far may be the fence that ends the block.
    isInCode: () =>
      fence === null ? spanAfter(span, marks) > 0 : line.length > 40 || fenceAfter(fence, line) !== null,
    isAtLineStart: () => isBlank,
  };
}

/** The fence of the block that is open after this line; null when none is. */
function fenceAfter(fence: string | null, line: string): string | null {
  const [, marks = "", info = ""] = FENCE.exec(line) ?? [];
  if (fence !== null) return marks.startsWith(fence) && info.trim() === "" ? null : fence;
  return marks === "" || (marks.startsWith("`") && info.includes("`")) ? null : marks;
}

function spanAfter(open: number, marks: number): number {
  if (marks === 0 || open === 0) return open + marks;
  return open === marks ? 0 : open;
}
