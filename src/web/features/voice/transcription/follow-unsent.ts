import { onChange } from "#web/offline/changes.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";
import { readVoice, showVoice } from "../voice-view.ts";

let isFollowing = false;

/** Keeps the list of unsent recordings as it is on this device, from now on. */
export function followUnsent(): void {
  if (isFollowing) return;
  isFollowing = true;
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const mine = latest;
    const unsent = await listUnsent();
    if (mine === latest && (unsent.length > 0 || readVoice().unsent.length > 0)) showVoice({ unsent });
  }

  // A browser that keeps nothing shows nothing.
  const look = () => void refresh().catch(() => undefined);
  onChange(look);
  // A window that was killed cannot tell.
  document.addEventListener("visibilitychange", look);
  look();
}
