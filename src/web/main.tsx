import "#web/ui/base/tokens.css";
import "#web/ui/base/fonts.css";
import "#web/ui/base/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#web/lib/server/query-client.ts";
import { startTheme } from "#web/lib/device/theme.ts";
import { installTrustedTypesPolicy } from "#web/lib/trusted-types.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { createAppRouter } from "#web/app/router.tsx";

installTrustedTypesPolicy(window);
startTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

const queryClient = createQueryClient();
const router = createAppRouter();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
const go = (href: string) => void router.navigate({ href });
void import("#web/app/set-view.ts").then(
  ({ listenForSetView }) => listenForSetView(window, go),
  () => undefined,
);
void import("#web/lib/server/service-worker-registration.ts").then(
  ({ registerServiceWorker }) => registerServiceWorker(),
  // No signal, and no worker yet that has kept it: the next visit registers one.
  () => undefined,
);
whenIdle(
  () =>
    void import("#web/background/start-background-tasks.ts").then(
      ({ startBackgroundTasks }) => startBackgroundTasks(queryClient, go),
      // The page was left, or the signal lost, while it loaded: the service worker sends the queue.
      () => undefined,
    ),
);
