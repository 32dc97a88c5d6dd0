// Separate from the contract, so that a form can count characters without loading the schemas.

/** In characters, unless the name indicates another unit. */
export const MAX_COMMUNITY_NAME = 120;
export const MAX_COMMUNITY_DESCRIPTION = 4000;
export const MAX_COMMUNITY_ADDRESS = 200;
export const MAX_ADMIN_USERNAME = 60;
export const MAX_JOIN_QUESTION = 200;
export const MAX_JOIN_ANSWER = 1000;
/** The maximum number of questions of a community. */
export const MAX_JOIN_QUESTIONS = 5;

/** How long an invite code shown in person is valid, in milliseconds. */
export const INVITE_CODE_MS = 10 * 60_000;
