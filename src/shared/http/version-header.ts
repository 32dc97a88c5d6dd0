/**
 * Every answer of a Looby server carries its version in this header. An answer without it is another server's: of a proxy, or of
 * a network that wants a sign-in before it lets anything through.
 */
export const VERSION_HEADER = "looby-version";

/** In its place, on answers the service worker has kept: ours, but no sign that the server can be reached. */
export const KEPT_HEADER = "looby-kept";
