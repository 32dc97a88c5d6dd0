import { forgetBackups } from "#shared/features/leaving/contract.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run forget -- backups`: creates a new backup and deletes every older one, so that no backup contains deleted user data. Run it on
// the server's machine with the same settings.

const [what, ...rest] = process.argv.slice(2);
if (what !== "backups" || rest.length > 0) fail("Use it as: npm run forget -- backups", 2);
const { at, deleted } = await callAsOperator(forgetBackups, { body: {} });
console.log(`A fresh backup was made and proven at ${new Date(at).toLocaleTimeString()}.`);
console.log(
  deleted.length === 0
    ? "There was no older one."
    : `Deleted: ${deleted.join(", ")}. Delete the copies you keep elsewhere by hand.`,
);
