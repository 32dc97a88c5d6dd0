/**
 * The address at which a network shows its sign-in: plain http, with the page's own port if the page uses http. It bypasses the service
 * worker.
 */
export function portalAddress({ protocol, host, hostname }: Location = location): string {
  // Over https a portal cannot answer in our name. The worker leaves this address to the network; see service-worker.ts.
  return `http://${protocol === "http:" ? host : hostname}/?network-sign-in`;
}
