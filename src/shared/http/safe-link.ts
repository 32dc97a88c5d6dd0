/** A link's real target in canonical form, and the host to show before the user follows it. */
export type SafeLink = { href: string; host: string };

/** Longer than any address people share, but short enough to show and store. */
export const MAX_LINK_LENGTH = 2_048;

/** A set of full-width marks, and of quotation marks: none is part of an address in a text, and no space sets them apart from it. */
export const WIDE_MARKS = String.raw`\u3001-\u3003\u3008-\u3011\u3014-\u301F\u30FB\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65‘’“”…—`;

/**
 * The single rule for links written by people, models or imports. Every link is shown and stored in the form returned here, never as it was
 * written.
 *
 * Accepts absolute http and https addresses and plain `mailto:` addresses. Everything else is `null`: other schemes, relative and
 * protocol-relative references, credentials before the host, control or invisible characters, mail headers (`?subject=`, `%0d%0a`), and
 * more than {@link MAX_LINK_LENGTH} characters, also after percent-encoding. Character references (`&amp;`) must be decoded beforehand.
 */
export function safeLink(text: string): SafeLink | null {
  if (text.length > MAX_LINK_LENGTH || INVISIBLE.test(text)) {
    return null;
  }
  const link = mailLink(text) ?? webLink(text);
  return link !== null && link.href.length <= MAX_LINK_LENGTH ? link : null;
}

/** Control, format (zero width, direction) and separator characters: browsers ignore some of them, and readers cannot see them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** In canonical form the host is lower case and ASCII and ends at the first slash; an `@` would mean credentials. */
const CANONICAL_HOST = /^https?:\/\/((?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d+)?)\//;

function webLink(text: string): SafeLink | null {
  if (!URL.canParse(text)) return null;
  const { href } = new URL(text);
  const host = CANONICAL_HOST.exec(href)?.[1];
  return host === undefined ? null : { href, host };
}

/** Narrower than RFC 6068 on purpose: only an address, so that no header can be injected. */
const MAIL_ADDRESS =
  /^mailto:([a-z0-9._+-]{1,64})@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/i;

function mailLink(text: string): SafeLink | null {
  const [, mailbox, domain] = MAIL_ADDRESS.exec(text.trim()) ?? [];
  if (mailbox === undefined || domain === undefined) {
    return null;
  }
  const host = domain.toLowerCase();
  return { href: `mailto:${mailbox}@${host}`, host };
}
