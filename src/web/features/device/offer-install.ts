import { install, installState } from "#web/lib/device/install-prompt.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Storage key. The offer is shown once per device, whatever the user chooses. */
const OFFERED = "looby.install-offered";

/**
 * Offers to add Looby to the home screen after the first write of this device was sent; before that there is no reason to. The toast
 * disappears, because it covers the page; the settings offer it permanently.
 * @param explain shows the steps where only the user can do it
 */
export function offerInstall(explain: () => void): void {
  const { unsubscribe } = outboxView.subscribe(() => {
    if (outboxView.get().sent.size === 0) return;
    const state = installState();
    if (state !== "possible" && state !== "by-hand") return;
    unsubscribe();
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
    // Without storage the offer would be repeated every time.
    return false;
  }
}
