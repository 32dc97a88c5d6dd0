/**
 * Every response of a Looby server contains its version in this header and, if it serves a page, the name of the page's first script, which
 * differs with every build: "0.1.0 index-k3x9ab12.js". A response without it comes from another server, such as a proxy or
 * the sign-in page of a network.
 */
export const VERSION_HEADER = "looby-version";

/**
 * Replaces the version header on responses that the service worker has cached: they are Looby's, but do not show that the server is
 * reachable.
 */
export const CACHED_HEADER = "looby-kept";
