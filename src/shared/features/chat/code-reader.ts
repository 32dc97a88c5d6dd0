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
  // Known without the line, which may grow long while it is asked after every piece.
  let isBlank = true;
  let hasMarks = false;
  function extend(piece: string): void {
    line += piece;
    isBlank &&= piece.trim() === "";
    hasMarks ||= piece.includes("`");
  }
  return {
    read(text) {
      let from = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
        extend(text.slice(from, end));
        fence = fenceAfter(fence, line);
        line = "";
        isBlank = true;
        hasMarks = false;
        from = end + 1;
      }
      extend(text.slice(from));
    },
    isInCode: () => fence !== null || (hasMarks && isInSpan(line)),
    isAtLineStart: () => isBlank,
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
