import { onChange } from "#web/offline/changes.ts";
import { listUnsent } from "#web/offline/drafts/recordings.ts";
import { showVoice, voiceView } from "../voice-view.ts";

let isFollowing = false;

/** Keeps the list of unsent recordings in sync with the storage, from now on. */
export function followUnsent(): void {
  if (isFollowing) return;
  isFollowing = true;
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const mine = latest;
    const unsent = await listUnsent();
    if (mine === latest && (unsent.length > 0 || voiceView.get().unsent.length > 0)) showVoice({ unsent });
  }

  // A browser without storage shows nothing.
  const look = () => void refresh().catch(() => undefined);
  onChange(look);
  // A window that was killed announces no change.
  document.addEventListener("visibilitychange", look);
  look();
}
