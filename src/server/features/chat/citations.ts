/** A piece of text in which every citation is one of an item that was retrieved. */
export interface CheckedText {
  text: string;
  /** Items the piece cites, in order. */
  cited: string[];
}

export interface CitationFilter {
  /** Takes the next piece of the stream; answers what is certain so far. */
  push(chunk: string): CheckedText;
  /** Ends the stream and answers what was held back. */
  end(): CheckedText;
}

/** `[^camp:123]` and whatever looks like it, with the space before it. */
const MARK = / ?\[\^([^\s[\]]{1,160})\]/g;
/** An item's id, or the bare footnote number (`[^1]`) models like to add. Other marks are text, such as `[^a-z]`. */
const CITATION = /^(?:[^:]+:.+|\d{1,4})$/;
/** What may still become a mark with the next chunk. */
const STARTED = / ?(?:\[(?:\^[^\s[\]]{0,160})?)?$/;
/** What would become a mark together with the words that follow a removed one. */
const OPEN = /\[\^?[^\s[\]]*$/;
const LONGEST_MARK = 180;

/**
 * Takes out of a streamed answer every citation of an item that was not retrieved, wherever chunk borders cut it. What
 * comes out does not depend on the borders, and taking one citation out never makes another.
 */
export function createCitationFilter(retrieved: ReadonlySet<string>): CitationFilter {
  let held = "";
  /** The end of what came out so far, when it could become a mark. */
  let open = "";

  function check(text: string): CheckedText {
    const cited: string[] = [];
    let checked = "";
    let from = 0;
    // Most pieces have no mark, and a fast model sends many of them.
    for (const match of text.includes("[^") ? text.matchAll(MARK) : []) {
      checked += text.slice(from, match.index);
      from = match.index + match[0].length;
      const [whole, id = ""] = match;
      if (retrieved.has(id)) {
        checked += whole;
        cited.push(id);
      } else if (!CITATION.test(id)) {
        checked += whole;
      } else if (OPEN.test(open + checked)) {
        checked += " ";
      }
    }
    checked += text.slice(from);
    if (open !== "" || checked.includes("[")) {
      open = OPEN.exec((open + checked).slice(-LONGEST_MARK))?.[0] ?? "";
    }
    return { text: checked, cited };
  }

  return {
    push(chunk) {
      held += chunk;
      const certain = STARTED.exec(held)?.index ?? held.length;
      const checked = check(held.slice(0, certain));
      held = held.slice(certain);
      return checked;
    },
    end() {
      const checked = check(held);
      held = "";
      return checked;
    },
  };
}
