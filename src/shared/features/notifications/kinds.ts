/** What people are told of, each with its name in the settings. A feature that tells of something new adds its kind here. */
export const notificationKinds = {
  borrowing: "Borrowing: requests, answers, hand-overs and returns",
  need: "Needs: who looks for what you have, and what fits yours",
  membership: "Communities: joining, roles and invitations",
  library: "Your library: what happens to things you shared",
  omi: "Omi: what it did not take",
  companion: "Companions: whom you have met",
} as const;

export type NotificationKind = keyof typeof notificationKinds;

export const kindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]; // keys of a literal
