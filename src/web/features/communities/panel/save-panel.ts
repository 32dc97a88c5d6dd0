import {
  saveCommunity,
  saveCommunityDetails,
  type Community,
} from "#shared/features/communities/contract.ts";
import { splitPanelSave } from "#shared/features/communities/panel-save.ts";
import { call } from "#web/lib/server/api-client.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { discard } from "#web/offline/outbox/outbox.ts";
import { queue } from "#web/offline/outbox/queue.ts";
import type { changesOf } from "./panel-draft.ts";

/** Result of a save. */
export interface PanelSaved {
  /** The server's response; null without one. */
  community: Community | null;
  /** The details are queued on this device. */
  isWaiting: boolean;
  /** The reason why the password was not changed; null if it was, or if there was none. */
  passwordError: ApiError | null;
}

/**
 * Saves an admin's changes: the details through the outbox, then a new password by a separate request that is never stored on the device.
 * @param instead ids of earlier queued saves, whose changes this one includes
 * @throws ApiError when the server refused the details, or this device has no storage
 */
export async function savePanel(
  { id: communityId, name }: Pick<Community, "id" | "name">,
  changes: ReturnType<typeof changesOf>,
  instead: readonly string[],
): Promise<PanelSaved> {
  const { details, login } = splitPanelSave(changes);
  const params = { communityId };
  let community: Community | null = null;
  if (details === null) {
    for (const id of instead) await discard(id);
  } else {
    const saved = await queue(
      saveCommunityDetails,
      { params, body: details },
      { entity: `community:${communityId}`, label: `Changes of ${name}`, replaces: instead },
    );
    if (saved.status === "refused") throw saved.error;
    if (saved.status === "queued")
      return { community, isWaiting: true, passwordError: login === null ? null : noSignal() };
    community = saved.data;
  }
  if (login === null) return { community, isWaiting: false, passwordError: null };
  try {
    const version = community?.version ?? login.version;
    const saved = await call(saveCommunity, { params, body: { ...login, version } });
    return { community: saved, isWaiting: false, passwordError: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { community, isWaiting: false, passwordError: error };
  }
}

function noSignal(): ApiError {
  return new ApiError("unreachable", 0, "No signal.");
}
