import { getOmiSetup, OMI_ABILITIES } from "#shared/features/omi/operator-contract.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run omi-setup [-- ADDRESS]`: prints this server's values for the app at Omi. ADDRESS is where Omi reaches this server, such as
// https://looby.example; the default is its PUBLIC_URL. Run it on the server's machine with the same settings.

const [address, ...rest] = process.argv.slice(2);
if (rest.length > 0) fail("Use it as: npm run omi-setup -- ADDRESS", 2);
if (address !== undefined && URL.parse(address)?.protocol !== "https:")
  fail("ADDRESS is where Omi reaches this server, such as https://looby.example", 2);
const { isAvailable, appId, origin, webhookPath, homePath } = await callAsOperator(getOmiSetup, {});
const reached = address === undefined ? origin : new URL(address).origin;
if (reached === null)
  fail(
    "Omi calls this server over https. Say where it reaches it: npm run omi-setup -- https://looby.example",
    1,
  );
console.log(`Enter this in the app at Omi${appId === null ? "" : ` (${appId})`}:

App Home URL:   ${reached}${homePath}
Webhook URL:    ${reached}${webhookPath}
Trigger:        Conversation Creation
Abilities:      ${OMI_ABILITIES.join(", ")}

The webhook's address contains a key: anyone who has it can write memories into linked accounts. Show it to Omi only.`);
if (!isAvailable)
  console.log("\nThen start the server with OMI_APP_ID and OMI_APP_KEY, which Omi shows for the app.");
