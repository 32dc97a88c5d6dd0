import { escapeUTF8 } from "entities/escape";
import type { Wifi } from "./join-site.ts";

/** The pages' own styles, in one sheet whose hash is in the content policy. */
export const STYLE = `
:root { color-scheme: dark; --bg: #0f0b16; --surface: #181222; --line: #382c49; --ink: #f8f1e7; --ink-2: #cdc1d2; --ember: #ffb45c; --on-ember: #241204 }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --bg: #fffaf0; --surface: #ffffff; --line: #c9b48f; --ink: #160e04; --ink-2: #3b2d19; --ember: #8f3300; --on-ember: #ffffff } }
* { box-sizing: border-box }
body { margin: 0; padding: 32px 24px 48px; background: var(--bg); color: var(--ink); font: 17px/1.5 Figtree, system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto }
h1 { font-size: 33px; line-height: 1.1; letter-spacing: -.022em; margin: 0 0 12px }
h2 { font-size: 18px; margin: 32px 0 8px }
p, li { color: var(--ink-2) } strong { color: var(--ink) }
ol { padding-left: 1.4em } li { margin: 8px 0 }
a { color: var(--ember); text-underline-offset: 3px }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--ember); outline-offset: 3px }
.button { display: block; min-height: 46px; padding: 11px 20px; border-radius: 999px; background: var(--ember); color: var(--on-ember); font-weight: 650; text-align: center; text-decoration: none }
.quiet { background: none; color: var(--ember); border: 2px solid var(--ember) }
details { border-top: 1px solid var(--line) } details:last-of-type { border-bottom: 1px solid var(--line) }
summary { min-height: 46px; padding: 11px 0; font-weight: 600; cursor: pointer }
code { font-size: 13px; overflow-wrap: anywhere }
.codes { display: flex; flex-wrap: wrap; gap: 32px; margin-top: 24px }
.codes figure { margin: 0; flex: 1 1 15rem; max-width: 22rem }
.codes svg { display: block; width: 100%; border-radius: 10px }
figcaption { margin-top: 12px; font-weight: 600 }
@media print { body { background: #ffffff; color: #000000 } p, li { color: #000000 } .screen { display: none } }
`;

interface JoinPage {
  productName: string;
  loobyUrl: string;
  certificatePath: string;
  /** SHA-256 of the authority's certificate, in pairs; null when there is no authority to trust first. */
  fingerprint: string | null;
}

const PLATFORMS: { name: string; steps: string[] }[] = [
  {
    name: "iPhone and iPad",
    steps: [
      "Open this page in <strong>Safari</strong>, tap <strong>Get the certificate</strong> and then <strong>Allow</strong>.",
      "Open Settings: <strong>Profile Downloaded</strong> is near the top. Tap it, then <strong>Install</strong>.",
      "Settings, General, About, at the very end <strong>Certificate Trust Settings</strong>: switch on “Looby camp box”.",
    ],
  },
  {
    name: "Android",
    steps: [
      "Tap <strong>Get the certificate</strong>.",
      "Settings, search for <strong>CA certificate</strong> (Security, More security settings, Install from storage). Choose <strong>Install anyway</strong>: what that warning fears, this certificate cannot do.",
      "Choose <strong>looby-ca.crt</strong> in your downloads. Chrome takes it at once; Firefox, after Settings, About Firefox, five taps on its logo, Secret settings, <strong>Use third party CA certificates</strong>.",
    ],
  },
  {
    name: "Mac",
    steps: [
      "Open the downloaded certificate: it goes into <strong>Keychain Access</strong> (login).",
      "Double-click “Looby camp box” there, open <strong>Trust</strong>, choose <strong>Always Trust</strong>, close and confirm.",
    ],
  },
  {
    name: "Windows",
    steps: [
      "Open the downloaded certificate, <strong>Install Certificate</strong>, Current User.",
      "Place it in <strong>Trusted Root Certification Authorities</strong>, finish, and start the browser again.",
    ],
  },
  {
    name: "Linux and Chromebook",
    steps: [
      "Chrome: Settings, Privacy and security, Security, Manage certificates, <strong>Authorities</strong>, Import, trust for websites.",
      "Firefox: Settings, search for certificates, View Certificates, <strong>Authorities</strong>, Import, trust for websites.",
    ],
  },
];

/** Instructions for trusting the camp's certificates and opening Looby. */
export function joinPage({ productName, loobyUrl, certificatePath, fingerprint }: JoinPage): string {
  const name = escapeUTF8(productName);
  const open = `<p><a class="button quiet" href="${escapeUTF8(loobyUrl)}">Open ${name}</a></p>
<p>Add it to your home screen: then it opens anywhere, also far from the camp.</p>`;
  const intro = `<h1>Join ${name}</h1>
<p>${name} runs on a small computer in this camp, with no internet.`;
  if (fingerprint === null) return page(`Join ${name}`, `${intro}</p>\n${open}`);
  const platforms = PLATFORMS.map(
    ({ name: platform, steps }) =>
      `<details><summary>${platform}</summary><ol>${steps.map((step) => `<li>${step}</li>`).join("")}</ol></details>`,
  );
  return page(
    `Join ${name}`,
    `${intro} Once your phone trusts it, voice, the camera and opening it with no signal work.</p>
<h2>1. Trust this camp, once</h2>
<p>First compare this fingerprint with the one on the camp's poster or on the computer's screen. If they differ, stop: this page is not the camp's.</p>
<p><code>${fingerprint}</code></p>
<p><a class="button" href="${certificatePath}" download="looby-ca.crt">Get the certificate</a></p>
${platforms.join("\n")}
<h2>2. Open ${name}</h2>
${open}
<h2>Is this safe?</h2>
<p>The certificate vouches for <strong>this one computer</strong>, as a web server, for four months at most. It cannot vouch for any other address, and your phone holds it to that. Your phone shows its SHA-256 fingerprint in the certificate's details.</p>
<p>Without it ${name} still works after your browser's warning, but not offline. After the festival you can remove it where you installed it.</p>`,
  );
}

interface PosterPage {
  productName: string;
  joinUrl: string;
  /** As in JoinPage. */
  fingerprint: string | null;
  wifi: Wifi | null;
  /** SVG, generated here. */
  qr: { join: string; wifi: string | null };
}

/** A poster to print: the QR codes of the Wi-Fi and of the join page. */
export function posterPage({ productName, joinUrl, fingerprint, wifi, qr }: PosterPage): string {
  const name = escapeUTF8(productName);
  const network =
    wifi === null || qr.wifi === null
      ? ""
      : `<figure>${qr.wifi}<figcaption>1. Wi-Fi: ${escapeUTF8(wifi.name)}</figcaption></figure>`;
  const compare =
    fingerprint === null
      ? ""
      : `<p>Before your phone trusts the camp's certificate, compare its fingerprint (SHA-256):<br><code>${fingerprint}</code></p>\n`;
  return page(
    `${name} in this camp`,
    `<h1>${name} is in this camp</h1>
<p>Point your phone's camera at ${network === "" ? "the code" : "the codes, one after the other"}.</p>
<div class="codes">${network}<figure>${qr.join}<figcaption>${network === "" ? "" : "2. "}${escapeUTF8(joinUrl)}</figcaption></figure></div>
${compare}<p class="screen">Print this page and hang it where people sit.</p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}
