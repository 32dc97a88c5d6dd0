import { createHash } from "node:crypto";
import { escapeUTF8 } from "entities/escape";
import { renderSVG } from "uqr";

const STYLE = `:root { color-scheme: light dark } body { margin: 0 auto; padding: 48px 24px; max-width: 34rem; font: 18px/1.5 system-ui, sans-serif; overflow-wrap: anywhere } a { display: inline-block; padding: 12px 0; font-weight: 600 } svg { display: block; max-width: 300px }`;

/** A page for a browser at an address that this server does not answer for. @param address where to go instead; null when unknown */
export function addressPage(problem: string, address: string | null): Response {
  const title = address === null ? "This address is not set up" : "Looby has another address";
  const link =
    address === null
      ? ""
      : `\n<p><a href="${escapeUTF8(address)}">Open ${escapeUTF8(address)}</a></p>\n${renderSVG(address, { ecc: "M", border: 2 })}`;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeUTF8(problem)}</p>${link}
</body>
</html>
`;
  const styleHash = createHash("sha256").update(STYLE).digest("base64");
  return new Response(body, {
    status: 403,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
