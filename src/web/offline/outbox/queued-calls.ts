import { deleteThread, sendMessage } from "#shared/features/chat/contract.ts";
import { chooseCompanion, meetCompanion } from "#shared/features/companions/contract.ts";
import { changeCommunityPhoto, saveCommunityDetails } from "#shared/features/communities/contract.ts";
import {
  changeMembership,
  changeMembershipByName,
  decideRequest,
  requestToJoin,
  withdrawRequest,
} from "#shared/features/communities/people-contract.ts";
import { confirmLoan, requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDiscoveries, markCamp } from "#shared/features/explore/contract.ts";
import { deleteMemory, editMemory, tickItem } from "#shared/features/memories/archive/archive-contract.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { completeQuest, processThought, shareThought } from "#shared/features/daily/contract.ts";
import { addNeed, answerNeed, changeNeed, deleteNeed } from "#shared/features/needs/contract.ts";
import { removeTag, setTag } from "#shared/features/nfc/contract.ts";
import { chooseNotifications, readNotifications } from "#shared/features/notifications/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { addEntry, addResource, deleteEntry, editEntry } from "#shared/features/resources/contract.ts";
import { setUseRag } from "#shared/features/settings/contract.ts";
import { storeVibe } from "#shared/features/vibe/contract.ts";
import type { Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { confirmPhotoLink } from "./confirm-photo-link.ts";

interface QueuedCall {
  endpoint: Endpoint;
  /** Once sent, the operation is not retained for a restored server. */
  isDisposable?: true;
  /**
   * Checks that an answer is valid. @returns the reason why it is not, for the user; null when it is
   * @param answer an answer of the endpoint
   */
  check?: (answer: unknown) => Promise<string | null>;
}

/** Every call that may be queued. A released call stays in the list for as long as a phone may still store it. */
export const queuedCalls = [
  {
    endpoint: uploadPhoto,
    check: (answer) => confirmPhotoLink((answer as ResponseOf<typeof uploadPhoto>).url),
  },
  { endpoint: addResource },
  { endpoint: addEntry },
  { endpoint: editEntry },
  { endpoint: deleteEntry },
  { endpoint: chooseCompanion },
  { endpoint: meetCompanion },
  { endpoint: createMemory },
  // Its answer is a stream, and the conversation stores its words.
  { endpoint: sendMessage, isDisposable: true },
  { endpoint: deleteThread },
  { endpoint: changeCommunityPhoto },
  { endpoint: saveCommunityDetails },
  { endpoint: changeMembership },
  { endpoint: changeMembershipByName },
  { endpoint: requestToJoin },
  { endpoint: withdrawRequest },
  { endpoint: decideRequest },
  { endpoint: storeVibe },
  { endpoint: editMemory },
  { endpoint: deleteMemory },
  { endpoint: tickItem },
  { endpoint: requestLoan },
  { endpoint: addNeed },
  { endpoint: changeNeed },
  { endpoint: deleteNeed },
  { endpoint: answerNeed },
  { endpoint: stepLoan },
  { endpoint: confirmLoan },
  { endpoint: setTag },
  { endpoint: removeTag },
  { endpoint: shareThought },
  { endpoint: processThought },
  { endpoint: completeQuest },
  { endpoint: markCamp },
  { endpoint: addDiscoveries },
  { endpoint: readNotifications, isDisposable: true },
  { endpoint: chooseNotifications },
  { endpoint: setUseRag },
] as const satisfies readonly QueuedCall[];

/** An endpoint whose calls may be queued. */
export type QueuedEndpoint = (typeof queuedCalls)[number]["endpoint"];

/** The queued call with this id; null for an id this version does not know. */
export function queuedCall(endpointId: string): QueuedCall | null {
  const calls: readonly QueuedCall[] = queuedCalls;
  return calls.find(({ endpoint }) => endpoint.id === endpointId) ?? null;
}
