/** Endings of names that only the operator's network resolves. */
const INTERNAL = /\.(?:local|localhost|internal|intranet|lan|home|corp|home\.arpa)$/i;
/** A bare address in a URL's canonical form. */
const ADDRESS = /^(?:\[.*\]|\d+(?:\.\d+){3})$/;

/**
 * Whether a host belongs to the operator's network rather than to a service that users may know: a bare address, a name without a dot, or
 * a name with an internal ending.
 * @param hostname as in a URL: without a port, an IPv6 address in brackets
 */
export function isInternalHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return ADDRESS.test(name) || !name.includes(".") || INTERNAL.test(name);
}
