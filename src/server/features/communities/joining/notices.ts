import type { CommunityRecord } from "../repository.ts";
import type { NewNotification } from "#server/features/notifications/notify.ts";

type Named = Pick<CommunityRecord, "id" | "name">;

/** The notification to a user whose role another user has changed. */
export function roleNotice(
  community: Named,
  userId: string,
  change: { before: "admin" | "member" | null; after: "admin" | "member" | null },
): NewNotification {
  const { before, after } = change;
  const { name } = community;
  const text =
    after === null
      ? `You are no longer in ${name}.`
      : after === "admin"
        ? `You are now an admin of ${name}.`
        : before === "admin"
          ? `You are now a member of ${name}, and no longer its admin.`
          : `You’re in. ${name} made you a member.`;
  return { userId, kind: "membership", text, link: pathOf(community) };
}

/** The notification to a person who was named an admin. */
export function adminInvitationNotice(community: Named, userId: string): NewNotification {
  const text = `You are asked to be an admin of ${community.name}. Accept or decline on its page.`;
  return { userId, kind: "membership", text, link: pathOf(community) };
}

/** The notification of the answer to the admin who asked. */
export function adminAnswerNotice(
  community: Named,
  inviterId: string,
  pseudonym: string,
  decision: "accept" | "decline",
): NewNotification {
  const { name } = community;
  const text =
    decision === "accept"
      ? `${pseudonym} is an admin of ${name} now.`
      : `${pseudonym} has declined to be an admin of ${name}.`;
  return { userId: inviterId, kind: "membership", text, link: pathOf(community) };
}

/** The notifications to the admins when a user asks to join. */
export function requestNotices(community: CommunityRecord, pseudonym: string): NewNotification[] {
  const query = new URLSearchParams({ dialog: "community-panel", id: community.id, mode: "joining" });
  return community.people
    .filter(({ role }) => role === "admin")
    .map(({ userId }) => ({
      userId,
      kind: "membership",
      text: `${pseudonym} asks to join ${community.name}.`,
      link: `${pathOf(community)}?${query.toString()}`,
    }));
}

export function declinedNotice(community: Named, userId: string): NewNotification {
  return {
    userId,
    kind: "membership",
    text: `${community.name} has declined your request to join.`,
    link: pathOf(community),
  };
}

function pathOf({ id }: Named): string {
  return `/community/${encodeURIComponent(id)}`;
}
