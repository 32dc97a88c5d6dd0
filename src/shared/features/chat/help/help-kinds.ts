/** What help is about, in the order it is looked for: what needs hands at once comes first. */
export const helpKinds = ["overdose", "emergency", "consent", "distress"] as const;
export type HelpKind = (typeof helpKinds)[number];
