import { safeLink, WIDE_MARKS } from "#shared/http/safe-link.ts";
import { withoutDirections } from "#shared/shorten.ts";
import type { Source } from "./contract.ts";

/** Replaces a removed address. */
const LEFT_OUT = "(link left out)";
/** A low limit: if there were many links, the model's choice among them could leak information. */
const MOST_LINKS = 3;

/**
 * An address that a page or messenger turns into a link: with a scheme, beginning with `www.`, or an email address. `trimmed` cuts its end.
 */
const ADDRESS = new RegExp(
  String.raw`(?:(?:[a-z][a-z\d+.-]{0,20})?:\/\/|\bwww\.|\b(?:mailto|tel|sms):)[^\s<>"${WIDE_MARKS}]+|[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
  "gi",
);
/** `[words](target "title")`, also as an image. Link text that contains brackets is left to `ADDRESS`. */
const LINK = /!?\[([^[\]]{0,300})\]\(\s*<?([^\s()<>]{0,2100})>?(?:\s[^()\n]{0,300})?\)/g;

/** The links in an item's own text, in canonical form. */
export function linksIn(text: string): string[] {
  if (!/:\/\/|@|www\./i.test(text)) return []; // most texts have none
  const found = (text.match(ADDRESS) ?? []).flatMap((address) => hrefOf(trimmed(address)) ?? []);
  return [...new Set(found)].slice(0, MOST_LINKS);
}

/** The links a model's answer may contain: exactly those in the items it cites, so no link can leak data. */
export function linksOf(sources: readonly Pick<Source, "links">[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ links = [] }) => links));
}

/** A link of a model's answer in canonical form, with its host; null when it must be shown as text. */
export function allowedLink(target: string, allowed: ReadonlySet<string>): ReturnType<typeof safeLink> {
  const link = safeLink(target);
  return link !== null && allowed.has(link.href) ? link : null;
}

/**
 * Removes every other link from a model's text: `[words](target)` is replaced by its words, a bare address is deleted. Text rendered as
 * Markdown also passes `allowedLink`, which checks the links that the Markdown parser finds.
 */
export function withoutOtherLinks(text: string, allowed: ReadonlySet<string>): string {
  if (!/[\]:@]|www\./i.test(text)) return text; // most chunks of a stream have none
  return text
    .replaceAll(LINK, (whole, words: string, target: string) => {
      if (allowedLink(target, allowed) !== null) return whole;
      // Brackets that contain a citation are not link text.
      return words.startsWith("^") ? `[${words}]` : words;
    })
    .replaceAll(ADDRESS, (whole) => {
      const address = trimmed(whole);
      return allowed.has(hrefOf(address) ?? "") ? whole : `${LEFT_OUT}${whole.slice(address.length)}`;
    });
}

/** The end of an address at a mark that a messenger would treat as a part of it. */
const ADDRESS_END = new RegExp(String.raw`(?:://|@|www\.)[^\s${WIDE_MARKS}]*(?=[${WIDE_MARKS}])`, "gi");

/**
 * A text in which a messenger or a mail program finds no address, name, command or tag to make a link of, even without a scheme: an invisible
 * space breaks each.
 * @param allowed canonical addresses that stay links
 */
export function unlinked(text: string, allowed: ReadonlySet<string> = new Set()): string {
  return withoutDirections(text)
    .replaceAll(ADDRESS_END, "$&\u200B")
    .split(/([\s\u200B]+)/)
    .map((word) => {
      const links = linksIn(word);
      if (links.length > 0 && links.every((link) => allowed.has(link))) return word;
      return word
        .replaceAll("://", ":\u200B//")
        .replaceAll(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, ".\u200B")
        .replaceAll(/@(?=[\p{L}\p{N}_])|(?<![\p{L}\p{N}/])[/#](?=\p{L})/gu, "$&\u200B");
    })
    .join("");
}

function hrefOf(address: string): string | null {
  const isMail = /^[\w.+-]+@/.test(address);
  const target = isMail ? `mailto:${address}` : address.replace(/^www\./i, "http://www.");
  return safeLink(target)?.href ?? null;
}

/** Without the punctuation of the surrounding sentence. */
function trimmed(address: string): string {
  return address.replace(/[.,;:!?'"*_~)\]}]+$/, "");
}
