import { changeCommunityPhoto, type Community } from "#shared/features/communities/contract.ts";
import {
  changeMembership,
  changeMembershipByName,
  decideRequest,
  requestToJoin,
  withdrawRequest,
} from "#shared/features/communities/people-contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { newId } from "#shared/id.ts";
import { ApiError } from "#web/lib/api-client.ts";
import { discard } from "#web/offline/outbox.ts";
import { type Outcome, submit } from "#web/offline/submit.ts";

/** A change about one community that may wait on this device. */
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

/** As the specification says: three tries, the pauses doubling from a second. */
const UPLOAD_RETRIES = 3;

/**
 * @returns whether the server has it, or this device keeps it until the server does
 * @throws ApiError when the server said no, or this device keeps nothing
 */
export async function sendChange(change: CommunityChange): Promise<"sent" | "waiting"> {
  const id = newId();
  const entity = `community:${change.communityId}`;
  const outcome = await submit([{ id, entity, ...operationOf(change) }]);
  return await settle(outcome, [id]);
}

/**
 * Uploads a photo and shows it as the community's, by the outbox: the upload goes first and is tried again.
 * @returns the record when the server has it; null while it waits here
 * @throws ApiError
 */
export async function sendPhoto(
  communityId: string,
  which: "profile" | "cover",
  file: File,
): Promise<Community | null> {
  const [uploadId, changeId] = [newId(), newId()];
  const mark = { $resultOf: uploadId, field: "path" };
  const label = `${which === "profile" ? "Profile" : "Cover"} photo`;
  const outcome = await submit([
    {
      id: uploadId,
      endpointId: uploadPhoto.id,
      entity: `photo:${uploadId}`,
      label,
      body: { file, purpose: which },
      retries: UPLOAD_RETRIES,
    },
    {
      id: changeId,
      endpointId: changeCommunityPhoto.id,
      params: { communityId },
      entity: `community:${communityId}`,
      label,
      dependsOn: [uploadId],
      body: which === "profile" ? { profilePhotoPath: mark } : { coverPhotoPath: mark },
      retries: UPLOAD_RETRIES,
    },
  ]);
  const settled = await settle(outcome, [changeId]);
  if (settled !== "sent" || outcome.state !== "sent") return null;
  return changeCommunityPhoto.response.parse(outcome.result);
}

function operationOf(change: CommunityChange) {
  switch (change.kind) {
    case "add":
      return {
        endpointId: changeMembership.id,
        params: { personId: change.person.id },
        label: `Add ${change.person.pseudonym}`,
        body: { loobricateId: change.communityId, action: "add", role: change.role },
      };
    case "remove":
      return {
        endpointId: changeMembershipByName.id,
        params: { username: change.person.pseudonym },
        label: `Remove ${change.person.pseudonym}`,
        body: { loobricateId: change.communityId, action: "remove" },
      };
    case "leave":
      return {
        endpointId: changeMembership.id,
        params: { personId: change.person.id },
        label: `Leave ${change.communityName}`,
        body: { loobricateId: change.communityId, action: "remove" },
      };
    case "request":
      return {
        endpointId: requestToJoin.id,
        params: { communityId: change.communityId },
        label: `Ask to join ${change.communityName}`,
        body: { answers: change.answers },
      };
    case "withdraw":
      return {
        endpointId: withdrawRequest.id,
        params: { communityId: change.communityId },
        label: `Take back the request to ${change.communityName}`,
        body: {},
      };
    case "decide":
      return {
        endpointId: decideRequest.id,
        params: { communityId: change.communityId, requestId: change.requestId },
        label: `${change.decision === "accept" ? "Accept" : "Decline"} ${change.pseudonym}`,
        body: { decision: change.decision },
      };
  }
}

async function settle(outcome: Outcome, ids: readonly string[]): Promise<"sent" | "waiting"> {
  switch (outcome.state) {
    case "sent":
    case "discarded": // in another window
      return "sent";
    case "waiting":
      return "waiting";
    case "not-kept":
      throw new ApiError("unreachable", 0, outcome.reason);
    case "failed":
    case "conflict":
      // The screen says why; there is nothing to try again as it is.
      for (const id of ids) await discard(id);
      throw new ApiError("forbidden", 403, outcome.problem.error);
  }
}
