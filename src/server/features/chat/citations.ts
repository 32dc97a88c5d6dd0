/** A piece of text in which every citation refers to a retrieved item. */
export interface CheckedText {
  text: string;
  /** Items the piece cites, in order. */
  cited: string[];
}

export interface CitationFilter {
  /** Accepts the next chunk of the stream and returns the text that is final so far. */
  push(chunk: string): CheckedText;
  /** Ends the stream and returns the withheld text. */
  end(): CheckedText;
}

/** `[^camp:123]` and similar text, with the space before it. */
const MARK = / ?\[\^([^\s[\]]{1,160})\]/g;
/** An item's id, or the bare footnote number (`[^1]`) models like to add. Other marks are text, such as `[^a-z]`. */
const CITATION = /^(?:[^:]+:.+|\d{1,4})$/;
/** The end of a text that may become a mark with the next chunk. */
const STARTED = / ?(?:\[(?:\^[^\s[\]]{0,160})?)?$/;
/** The end of a text that may form a mark with the text after a removed mark. */
const OPEN = /\[\^?[^\s[\]]*$/;
const LONGEST_MARK = 180;

/**
 * Removes citations of items that were not retrieved from a streamed answer, even when chunk boundaries cut them. The output does not
 * depend on the boundaries, and removing one citation never creates another.
 */
export function createCitationFilter(retrieved: ReadonlySet<string>): CitationFilter {
  let held = "";
  /** The end of the output so far, if it could become part of a mark. */
  let open = "";

  function check(text: string): CheckedText {
    const cited: string[] = [];
    let checked = "";
    let from = 0;
    // Most chunks have no mark, and a fast model sends many of them.
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
