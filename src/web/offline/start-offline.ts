import type { QueryClient } from "@tanstack/react-query";
import { fillOutboxView } from "./outbox/fill-outbox-view.ts";
import { queryPersister } from "./copy/query-storage.ts";
import { startLookingForSetBack } from "./set-back/set-back.ts";
import { startSending } from "./outbox/when-to-send.ts";

/** Starts the page's offline features: shows and sends the outbox, and deletes expired data. */
export function startOffline(client: QueryClient): void {
  // Keys of a feature's queries and ids of its endpoints begin with its name, so the sent endpoints show which queries have changed.
  fillOutboxView((sent) => {
    const features = new Set(sent.map(({ endpointId }) => endpointId.split(".", 1)[0]));
    // The profile counts data of the other features.
    features.add("profile");
    return Promise.all([...features].map((feature) => client.invalidateQueries({ queryKey: [feature] })));
  });
  startSending();
  startLookingForSetBack();
  void queryPersister.persisterGc();
}
