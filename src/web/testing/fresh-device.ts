import { openDatabase } from "#web/offline/database.ts";
import { fillOutboxView } from "#web/offline/outbox/fill-outbox-view.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { setUser } from "#web/offline/user/set-user.ts";

let isFollowing = false;
/** The view before the page has read its outbox. */
const unread = outboxView.get();

/** Empties the device's storage and signs a user in: an account, or a visitor if the id begins with `anon-`. */
export async function freshDevice(userId = "user-ada", name: string | null = "Ada"): Promise<void> {
  const database = await openDatabase();
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores, "readwrite");
  await Promise.all(stores.map((store) => transaction.objectStore(store).clear()));
  outboxView.set(unread);
  localStorage.clear();
  sessionStorage.clear();
  await setUser(userId, name);
  if (!isFollowing) fillOutboxView(async () => undefined);
  isFollowing = true;
}
