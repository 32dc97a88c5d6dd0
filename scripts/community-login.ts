import { issueCommunityLogin } from "#shared/features/communities/contract.ts";
import { callAsOperator, fail } from "./operator-call.ts";

// `npm run community-login -- COMMUNITY_ID USERNAME`: sets a new admin login for a community whose admins lost theirs or that has none. The
// id is part of the community page's address. Run it on the server's machine with the same settings.

const [loobricateId, username, ...rest] = process.argv.slice(2);
if (loobricateId === undefined || username === undefined || rest.length > 0)
  fail("Use it as: npm run community-login -- COMMUNITY_ID USERNAME", 2);
const login = await callAsOperator(issueCommunityLogin, { body: { loobricateId, username } });
console.log(`Admin login of ${login.name}: ${login.username} with the password ${login.password}`);
