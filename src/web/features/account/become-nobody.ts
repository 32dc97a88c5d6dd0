import type { QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "#web/lib/server/first-session.ts";
import { forgetOthers, noteLeft, rememberUser, sessionQuery } from "./session.ts";

/** Turns the page over to a visitor after the session has ended on the server. */
export async function becomeNobody(client: QueryClient): Promise<void> {
  noteLeft(client);
  await client.cancelQueries();
  // Before any refetch: otherwise cached answers would come back for the next user.
  await rememberUser(null);
  sessionEnded();
  for (const query of client.getQueryCache().getAll()) query.reset(); // hidden at once, also on a slow connection
  // Alone, because of several concurrent calls each would create a session. If it fails, the others report the reason themselves.
  await client.fetchQuery(sessionQuery).catch(() => undefined);
  await forgetOthers(client);
}
