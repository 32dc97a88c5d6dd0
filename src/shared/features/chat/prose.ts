import { oneLine } from "#shared/shorten.ts";

declare const checked: unique symbol;

/** Markdown shown under Looby's name, in which the words of people and files are `PlainText`. Only `prose` and `joined` make it. */
export type Prose = string & { readonly [checked]: "plain" | "prose" };

/** Words of a person or a file, escaped: no part of them is Markdown, a link, a citation, or changes the direction of the text around it. */
export type PlainText = string & { readonly [checked]: "plain" };

/** The only way to put words that are not written in the code into an answer. White space becomes single spaces. */
export function plain(words: string): PlainText {
  const escaped = oneLine(words)
    .replaceAll(/[\\`*_{}[\]<>#~|!^@]/g, String.raw`\$&`)
    .replaceAll("://", String.raw`:\//`)
    .replaceAll(/\bwww\./gi, String.raw`www\.`);
  return escaped as PlainText;
}

/** The template of an answer: the text in the code is Markdown, and a value that may contain other words has to pass `plain`. */
export function prose(written: TemplateStringsArray, ...values: readonly (Prose | number | "")[]): Prose {
  return written.reduce((text, next, index) => `${text}${values[index - 1] ?? ""}${next}`) as Prose;
}

export function joined(parts: readonly Prose[], between: "" | "\n" | "\n\n" | ", " = ""): Prose {
  return parts.join(between) as Prose;
}

/** The mark of a cited document, which a page shows as a small number. Empty for an id that no mark can name, as a file may contain one. */
export function citation({ sourceId }: { sourceId: string }): Prose {
  return (CITED.test(sourceId) ? `[^${sourceId}]` : "") as Prose;
}

const CITED = /^[a-z][a-z-]*:[\w.:#-]+$/;
