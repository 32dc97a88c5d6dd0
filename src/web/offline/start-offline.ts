import type { QueryClient } from "@tanstack/react-query";
import { followOutbox } from "./outbox/follow-outbox.ts";
import { queryPersister } from "./copy/query-storage.ts";
import { startSync } from "./outbox/sync.ts";

/** Everything of the page that works behind its back: shows what waits, sends it, and drops what was kept too long. */
export function startOffline(client: QueryClient): void {
  // A feature's queries and its endpoints begin with its name, so what was sent tells what has changed.
  followOutbox((sent) => {
    const features = new Set(sent.map(({ endpointId }) => endpointId.split(".", 1)[0]));
    // It counts what the other features keep.
    features.add("profile");
    return Promise.all([...features].map((feature) => client.invalidateQueries({ queryKey: [feature] })));
  });
  startSync();
  void import("./recovery/set-back.ts").then(
    ({ startLookingForSetBack }) => startLookingForSetBack(),
    () => undefined, // no signal: the next start looks
  );
  void queryPersister.persisterGc();
}
