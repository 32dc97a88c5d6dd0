import { renderUnicodeCompact } from "uqr";
import { issueCompanionTag } from "#shared/features/companions/contract.ts";
import { tagAddress } from "#shared/features/nfc/tag-code.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run companion-tag -- COMPANION [ADDRESS]`: prints the text for a companion's NFC tag, and the same as a QR code. ADDRESS is where
// phones reach this server, such as https://looby.example; the default is its PUBLIC_URL. Run it on the server's machine with the same
// settings.

const [companion, address, ...rest] = process.argv.slice(2);
if (companion === undefined || rest.length > 0)
  fail("Use it as: npm run companion-tag -- COMPANION [ADDRESS]", 2);
if (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
  fail("ADDRESS is where phones reach this server, such as https://looby.example", 2);
const { name, code, origin } = await callAsOperator(issueCompanionTag, { body: { companion } });
const reached = address === undefined ? origin : new URL(address).origin;
if (reached === null)
  fail(`${name}'s code is ${code}. For a tag and a QR code, say where phones reach this server: ADDRESS.`, 0);
const link = tagAddress(reached, code);
console.log(renderUnicodeCompact(link, { ecc: "M", border: 2 }));
console.log(
  `Anyone who taps ${name}'s tag meets ${name}. Write this address on it, as a URL record:\n${link}`,
);
