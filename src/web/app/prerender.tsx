import { createQueryClient } from "#web/lib/server/query-client.ts";
import { type AnyRouter, createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { AppRoot } from "./app-root.tsx";
import { createAppRouter, createShellRouter } from "./router.tsx";

/**
 * Runs in the build: renders the chat page as a new visitor sees it before any data has arrived. The browser hydrates it, so it must equal
 * the page's first render.
 */
export async function prerenderChat(): Promise<string> {
  return prerender(createAppRouter(createMemoryHistory({ initialEntries: ["/"] })));
}

/** Renders the header and the view's title for an address. The browser replaces both when the view is loaded. */
export async function prerenderShell(path: string): Promise<string> {
  return prerender(createShellRouter(createMemoryHistory({ initialEntries: [path] })));
}

async function prerender(router: AnyRouter): Promise<string> {
  await router.load();
  // React hoists the title out of the page; until the script runs, the document's own title is used.
  return renderToString(<AppRoot router={router} queryClient={createQueryClient()} />).replace(
    /<title>.*?<\/title>/,
    "",
  );
}
