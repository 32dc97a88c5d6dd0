/** What people may be told of, each with its name in the settings. A feature that tells of something new adds its kind here. */
export const chosenKinds = {
  borrowing: "Borrowing: requests, answers, hand-overs and returns",
  need: "Needs: who looks for what you have, and what fits yours",
  membership: "Communities: joining, roles and invitations",
  library: "Your library: what happens to things you shared",
  omi: "Omi: what it did not take",
  companion: "Companions: whom you have met",
} as const;

export type ChosenKind = keyof typeof chosenKinds;

export const chosenKindNames = Object.keys(chosenKinds) as [ChosenKind, ...ChosenKind[]]; // keys of a literal

/** `account`, who opened it, is sent to everybody: a thief of an account must not be able to switch it off. */
export type NotificationKind = ChosenKind | "account";

export const kindNames = [...chosenKindNames, "account"] as const satisfies readonly NotificationKind[];
