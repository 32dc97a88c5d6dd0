/**
 * The address at which a network shows its sign-in: plain http, with the page's own port where the page is on http. It bypasses
 * the service worker.
 */
export function portalAddress({ protocol, host, hostname }: Location = location): string {
  // Over https nobody can answer in our name. The worker leaves this address to the network; see service-worker.ts.
  return `http://${protocol === "http:" ? host : hostname}/?network-sign-in`;
}
