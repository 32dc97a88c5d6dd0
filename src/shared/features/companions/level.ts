/** Answers a companion has given a user, from which each level on begins: 1, 2, 3 and so on. */
const BEGINS_AT = [1, 5, 15, 40, 100] as const;

/** How well a person and a companion know each other, 1 to 5; null before the first answer. */
export function levelOf(answers: number): number | null {
  const level = BEGINS_AT.filter((least) => answers >= least).length;
  return level === 0 ? null : level;
}
