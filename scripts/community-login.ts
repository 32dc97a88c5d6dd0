import { issueCommunityLogin } from "#shared/features/communities/contract.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run community-login -- COMMUNITY_ID USERNAME`: a new admin login for a community whose admins lost theirs, or that has
// none. The id stands in the address of its page. Run it where the server runs, with the same settings.

const [loobricateId, username, ...rest] = process.argv.slice(2);
if (loobricateId === undefined || username === undefined || rest.length > 0)
  fail("Use it as: npm run community-login -- COMMUNITY_ID USERNAME", 2);
const login = await callAsOperator(issueCommunityLogin, { body: { loobricateId, username } });
console.log(`Admin login of ${login.name}: ${login.username} with the password ${login.password}`);
