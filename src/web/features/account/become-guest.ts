import type { QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "#web/lib/server/first-session.ts";
import { forgetOthers, noteLeft, rememberUser, sessionQuery } from "./session.ts";

/** Switches the page to a visitor after the session has ended on the server. */
export async function becomeGuest(client: QueryClient): Promise<void> {
  noteLeft(client);
  await client.cancelQueries();
  // Before any refetch; otherwise the next user would see cached responses.
  await rememberUser(null);
  sessionEnded();
  for (const query of client.getQueryCache().getAll()) query.reset(); // hidden immediately, also on a slow connection
  // A single request, because each of several concurrent ones would create a session. If it fails, the other requests report the reason.
  await client.fetchQuery(sessionQuery).catch(() => undefined);
  await forgetOthers(client);
}
