/** Kinds of danger, in matching order: those that need immediate hands-on help come first. */
export const helpKinds = ["overdose", "emergency", "consent", "distress"] as const;
export type HelpKind = (typeof helpKinds)[number];
