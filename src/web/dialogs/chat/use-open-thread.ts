import type { SessionUser } from "#shared/features/account/contract.ts";
import type { ThreadListing } from "#shared/features/chat/contract.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { useSummon } from "#web/features/companions/use-summon.ts";

/** Opens a conversation in the chat, at the message that a search has found. Its companion becomes the active one. */
export function useOpenThread(person: SessionUser | null): (thread: ThreadListing) => void {
  const { companion: active, findCompanion } = useActiveCompanion(person);
  const summon = useSummon(person);
  return ({ id, companion, matchId }) => {
    if (matchId !== undefined) chat.ask((store) => void store.openAt(id, matchId));
    else if (id !== chat.state.get().conversation.threadId) chat.ask((store) => void store.open(id));
    if (companion !== active.id) summon.mutate(findCompanion(companion));
  };
}
