import { install, installState } from "#web/lib/device/install-prompt.ts";
import { readOutbox, subscribeToOutbox } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Once per device, whatever the answer was. */
const OFFERED = "looby.install-offered";

/**
 * Offers to put Looby on the home screen once something was made here and has arrived: before, there is no reason to. For a while
 * only, since it lies over the page; the settings offer it for good.
 * @param explain shows how it is done where only the person can do it
 */
export function offerInstall(explain: () => void): void {
  const stop = subscribeToOutbox(() => {
    if (readOutbox().sent.size === 0) return;
    const state = installState();
    if (state !== "possible" && state !== "by-hand") return;
    stop();
    if (!isFirstTime()) return;
    showToast({
      kind: "info",
      text: "Put Looby on your home screen, and it opens without a signal, too.",
      action:
        state === "possible"
          ? { label: "Install", run: () => void install() }
          : { label: "Show how", run: explain },
    });
  });
}

function isFirstTime(): boolean {
  try {
    if (localStorage.getItem(OFFERED) !== null) return false;
    localStorage.setItem(OFFERED, "yes");
    return true;
  } catch {
    // Nothing is kept here: it would be offered again and again.
    return false;
  }
}
