import { chooseCompanion, type Companion, listCompanions } from "#shared/features/companions/contract.ts";
import { isVisitor } from "#shared/features/account/visitor.ts";
import { call } from "#web/lib/server/api-client.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import type { Person } from "./companion-memory.ts";
import { tabStorage } from "./tab-storage.ts";
import { rememberChoice, rememberPerson, rememberServer } from "./remember.ts";

// Loaded after the first paint, which only reads the stored state.

/** Id of the user whose stored choice this page has already adopted. */
let adoptedId: string | null = null;
/** Increases with every choice, which makes the response to an earlier request outdated. */
let choices = 0;

export function applyPerson(person: Person): void {
  tabStorage.write(rememberPerson(tabStorage.remembered.get(), person));
}

export function applyChoice(person: Person, companionId: string): void {
  choices += 1;
  tabStorage.write(rememberChoice(tabStorage.remembered.get(), person, companionId));
}

/** Fetches the companions, and adopts the server's state of the user. @throws ApiError */
export async function askForCompanions(signal: AbortSignal): Promise<Companion[]> {
  const before = choices;
  const { companions, state } = await call(listCompanions, {}, { signal });
  // A choice made here since, or still queued, is newer than the server's.
  const isOld = before !== choices || (await waitingChoices()).length > 0;
  if (!isOld && !isVisitor(state.userId)) {
    tabStorage.write(rememberServer(tabStorage.remembered.get(), state, adoptedId !== state.userId));
    adoptedId = state.userId;
  }
  return companions;
}

/** Ids of queued choices that the server has not received yet. */
export async function waitingChoices(): Promise<string[]> {
  try {
    const operations = await listOperations();
    return operations.filter(({ endpointId }) => endpointId === chooseCompanion.id).map(({ id }) => id);
  } catch {
    return []; // a browser without storage
  }
}
