/** Kinds of notifications users can turn off, each with its name in the settings. A feature with a new notification adds its kind here. */
export const chosenKinds = {
  borrowing: "Borrowing: requests, answers, hand-overs and returns",
  need: "Needs: who looks for what you have, and what fits yours",
  membership: "Communities: joining, roles and invitations",
  library: "Your library: what happens to things you shared",
  omi: "Omi: what it did not take",
  companion: "Companions: whom you have met",
} as const;

export type ChosenKind = keyof typeof chosenKinds;

export const chosenKindNames = Object.keys(chosenKinds) as [ChosenKind, ...ChosenKind[]]; // the keys of a literal

/** `account` reports sign-ins and is always sent: an account thief must not be able to turn it off. */
export type NotificationKind = ChosenKind | "account";

export const kindNames = [...chosenKindNames, "account"] as const satisfies readonly NotificationKind[];
