/** Number of answers at which each level begins, from level 1. */
const BEGINS_AT = [1, 5, 15, 40, 100] as const;

/** How well a user and a companion know each other, 1 to 5; null before the first answer. */
export function levelOf(answers: number): number | null {
  const level = BEGINS_AT.filter((least) => answers >= least).length;
  return level === 0 ? null : level;
}
