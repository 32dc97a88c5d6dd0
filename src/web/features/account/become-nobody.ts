import type { QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "#web/lib/server/first-session.ts";
import { forgetOthers, rememberUser, sessionQuery } from "./session.ts";

/** The session has ended on the server: what comes next is asked by a visitor. */
export async function becomeNobody(client: QueryClient): Promise<void> {
  await client.cancelQueries();
  // Before they are asked again, or what is kept would come back for the next person.
  await rememberUser(null);
  sessionEnded();
  for (const query of client.getQueryCache().getAll()) query.reset(); // out of sight, also on a slow line
  // Alone: of several at once each would open a session. Without an answer the others hear for themselves why.
  await client.fetchQuery(sessionQuery).catch(() => undefined);
  await forgetOthers(client);
}
