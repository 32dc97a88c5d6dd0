/** Hosts of this machine only: another device that opens such an address would connect to itself. 0.0.0.0 and :: stand for them. */
const OWN_HOST = /^(.*\.)?localhost$|^127\.\d+\.\d+\.\d+$|^0\.0\.0\.0$|^\[?::1?\]?$/;

/** Whether only the machine itself can open addresses with this host name. */
export function isOnlyHere(hostname: string): boolean {
  return OWN_HOST.test(hostname);
}
