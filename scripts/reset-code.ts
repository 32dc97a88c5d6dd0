import { issueResetCode } from "#shared/features/account/contract.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run reset-code -- PSEUDONYM`: prints a one-time code for a user who forgot the password and has no email address. Run it on the
// server's machine with the same settings.

const [pseudonym, ...rest] = process.argv.slice(2);
if (pseudonym === undefined || rest.length > 0) fail("Use it as: npm run reset-code -- PSEUDONYM", 2);
const { code, expiresAt, pseudonym: name } = await callAsOperator(issueResetCode, { body: { pseudonym } });
console.log(`Code for ${name}: ${code}`);
console.log(`It works once, until ${new Date(expiresAt).toLocaleTimeString()}.`);
