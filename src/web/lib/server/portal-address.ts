/** The address a network shows its sign-in at: plain http where the page has it, and past the service worker. */
export function portalAddress({ protocol, host, hostname }: Location = location): string {
  // Of https nobody can answer in our name. The worker leaves this address to the network; see service-worker.ts.
  return `http://${protocol === "http:" ? host : hostname}/?network-sign-in`;
}
