/** The id of every visitor begins with it, that of no account does. */
export const VISITOR_PREFIX = "anon-";

export function isVisitor(userId: string): boolean {
  return userId.startsWith(VISITOR_PREFIX);
}
