import { install, installState } from "#web/lib/device/install-prompt.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Storage key: it is offered once per device, whatever the answer was. */
const OFFERED = "looby.install-offered";

/**
 * Offers to put Looby on the home screen after the first write made here was sent; before that there is no reason to. The toast
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
    // Without storage it would be offered again and again.
    return false;
  }
}
