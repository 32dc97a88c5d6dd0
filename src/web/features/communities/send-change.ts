import { changeCommunityPhoto } from "#shared/features/communities/contract.ts";
import {
  changeMembership,
  changeMembershipByName,
  decideRequest,
  requestToJoin,
  withdrawRequest,
} from "#shared/features/communities/people-contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { operation, queue, type QueueResult } from "#web/offline/outbox/queue.ts";

/** A change of one community that may be queued. */
export type CommunityChange =
  | { kind: "add"; communityId: string; person: Person; role: "admin" | "member" }
  | { kind: "remove"; communityId: string; person: Person }
  | { kind: "leave"; communityId: string; communityName: string; person: Person }
  | { kind: "request"; communityId: string; communityName: string; answers: readonly JoinAnswer[] }
  | { kind: "withdraw"; communityId: string; communityName: string }
  | {
      kind: "decide";
      communityId: string;
      requestId: string;
      pseudonym: string;
      decision: "accept" | "decline";
    };

interface Person {
  id: string;
  pseudonym: string;
}

interface JoinAnswer {
  question: string;
  answer: string;
}

/** From the specification: three tries, with delays doubling from one second. */
const UPLOAD_RETRIES = 3;

export async function sendChange(change: CommunityChange): Promise<QueueResult<unknown>> {
  const { communityId } = change;
  const entity = `community:${communityId}`;
  switch (change.kind) {
    case "add":
      return await queue(
        changeMembership,
        {
          params: { personId: change.person.id },
          body: { loobricateId: communityId, action: "add", role: change.role },
        },
        { entity, label: `Add ${change.person.pseudonym}` },
      );
    case "remove":
      return await queue(
        changeMembershipByName,
        {
          params: { username: change.person.pseudonym },
          body: { loobricateId: communityId, action: "remove" },
        },
        { entity, label: `Remove ${change.person.pseudonym}` },
      );
    case "leave":
      return await queue(
        changeMembership,
        { params: { personId: change.person.id }, body: { loobricateId: communityId, action: "remove" } },
        { entity, label: `Leave ${change.communityName}` },
      );
    case "request":
      return await queue(
        requestToJoin,
        { params: { communityId }, body: { answers: [...change.answers] } },
        { entity, label: `Ask to join ${change.communityName}` },
      );
    case "withdraw":
      return await queue(
        withdrawRequest,
        { params: { communityId } },
        { entity, label: `Take back the request to ${change.communityName}` },
      );
    case "decide":
      return await queue(
        decideRequest,
        { params: { communityId, requestId: change.requestId }, body: { decision: change.decision } },
        { entity, label: `${change.decision === "accept" ? "Accept" : "Decline"} ${change.pseudonym}` },
      );
  }
}

/** Uploads a photo and sets it as the community's photo. The upload is sent first, with retries. */
export async function sendPhoto(communityId: string, which: "profile" | "cover", file: File) {
  const label = `${which === "profile" ? "Profile" : "Cover"} photo`;
  const uploadId = newId();
  const upload = operation(
    uploadPhoto,
    { body: { file, purpose: which } },
    { id: uploadId, entity: `photo:${uploadId}`, label, retries: UPLOAD_RETRIES },
  );
  const path = { $resultOf: uploadId, field: "path" };
  return await queue(
    changeCommunityPhoto,
    {
      params: { communityId },
      body: which === "profile" ? { profilePhotoPath: path } : { coverPhotoPath: path },
    },
    {
      entity: `community:${communityId}`,
      label,
      before: [upload],
      dependsOn: [uploadId],
      retries: UPLOAD_RETRIES,
    },
  );
}
