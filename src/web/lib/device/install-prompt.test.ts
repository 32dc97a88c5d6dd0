import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catchInstallPrompt, install, installOffer, installState } from "./install-prompt.ts";

const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => vi.unstubAllGlobals());

test("saves the browser's prompt for later and shows it only once", async () => {
  catchInstallPrompt();
  const states: string[] = [];
  installOffer.subscribe((offered) => states.push(installState(offered)));
  const dialog = Promise.withResolvers<void>();
  let asked = 0;
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt() {
      asked += 1;
      if (asked > 1) throw new Error("An offer can be taken up once.");
      return dialog.promise;
    },
  });
  page.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  expect(installState()).toBe("possible");

  const taps = [install(), install()];
  expect(installState()).toBe("unknown");
  dialog.resolve();
  await Promise.all(taps);
  expect(asked).toBe(1);
  expect(states).toEqual(["possible", "unknown"]);
});
