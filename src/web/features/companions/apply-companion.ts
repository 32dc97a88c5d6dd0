import { chooseCompanion, type Companion, listCompanions } from "#shared/features/companions/contract.ts";
import { isVisitor } from "#shared/features/account/visitor.ts";
import { call } from "#web/lib/server/api-client.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import type { Person } from "./companion-memory.ts";
import { tabStorage } from "./tab-storage.ts";
import { rememberChoice, rememberPerson, rememberServer } from "./remember.ts";

// Loaded after the first paint, which only reads what is remembered.

/** Whose stored choice this page has taken over already. */
let adoptedId: string | null = null;
/** Rises with every choice: what the server said before it is old. */
let choices = 0;

export function applyPerson(person: Person): void {
  tabStorage.write(rememberPerson(tabStorage.getSnapshot(), person));
}

export function applyChoice(person: Person, companionId: string): void {
  choices += 1;
  tabStorage.write(rememberChoice(tabStorage.getSnapshot(), person, companionId));
}

/** Asks the server for the companions, and takes over what it knows of the person. @throws ApiError */
export async function askForCompanions(signal: AbortSignal): Promise<Companion[]> {
  const before = choices;
  const { companions, state } = await call(listCompanions, {}, { signal });
  // What was chosen here meanwhile, and what waits to be sent, is newer than what the server knows.
  const isOld = before !== choices || (await waitingChoices()).length > 0;
  if (!isOld && !isVisitor(state.userId)) {
    tabStorage.write(rememberServer(tabStorage.getSnapshot(), state, adoptedId !== state.userId));
    adoptedId = state.userId;
  }
  return companions;
}

/** Ids of choices this device keeps and the server does not know yet. */
export async function waitingChoices(): Promise<string[]> {
  try {
    const kept = await listOperations();
    return kept.filter(({ endpointId }) => endpointId === chooseCompanion.id).map(({ id }) => id);
  } catch {
    return []; // a browser that keeps nothing
  }
}
