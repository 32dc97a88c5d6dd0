import "#web/ui/base/tokens.css";
import "#web/ui/base/fonts.css";
import "#web/ui/base/base.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "#web/lib/server/query-client.ts";
import { startTheme } from "#web/lib/device/theme.ts";
import { installTrustedTypesPolicy } from "#web/lib/trusted-types.ts";
import { endHold, pageShown } from "#web/lib/page-shown.ts";
import { AppRoot } from "#web/app/app-root.tsx";
import { createAppRouter } from "#web/app/router.tsx";

installTrustedTypesPolicy(window);
startTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

const queryClient = createQueryClient();
const router = createAppRouter();
void show(root);
// Nothing may change what is rendered before it is hydrated.
const go = (href: string, replace = false) =>
  void pageShown.then(() => router.navigate({ href, replace, state: replace || {} }));
void import("#web/app/after-paint.ts").then(
  ({ startAfterPaint }) => startAfterPaint(queryClient, go),
  // Offline, and no worker has cached the module yet. The service worker sends the queue.
  () => undefined,
);

/**
 * Hydrates the prerendered chat page, so that text already typed into it stays in place. Of other views only the header and the title are
 * prerendered: they are replaced, once the view is loaded.
 */
async function show(place: HTMLElement): Promise<void> {
  const page = <AppRoot router={router} queryClient={queryClient} />;
  const field = place.querySelector("textarea");
  const isChat = "isRendered" in place.dataset && location.pathname === "/";
  // Makes the router render its first matches without a boundary, as in the build.
  if (isChat) router.ssr = { manifest: undefined };
  // Without its matches the router would render an empty page.
  await router.load();
  startTransition(() => {
    if (isChat) hydrateRoot(place, page);
    else createRoot(place).render(page);
  });
  await pageShown;
  endHold();
  // The chat failed and its error replaced the field: index.html restores the text after the reload.
  if (field?.value && !field.isConnected) document.documentElement.dataset["draft"] = field.value;
  pressTapped(place);
}

/** Clicks the button that was tapped before React was listening. It may be another element with the same name. */
function pressTapped(place: HTMLElement): void {
  const { tapped } = document.documentElement.dataset;
  delete document.documentElement.dataset["tapped"];
  const buttons = [...place.querySelectorAll("button")];
  buttons.find((button) => (button.ariaLabel ?? button.textContent) === tapped)?.click();
}
