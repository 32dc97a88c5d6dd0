/** Prefix of every visitor's id. No account's id begins with it. */
export const VISITOR_PREFIX = "anon-";

export function isVisitor(userId: string): boolean {
  return userId.startsWith(VISITOR_PREFIX);
}
