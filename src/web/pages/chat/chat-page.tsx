import type { Community } from "#shared/features/communities/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { ChatScreen } from "#web/features/chat/screen/chat-screen.tsx";
import { useChat, useChatState } from "#web/features/chat/store/use-chat.ts";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { notePageShown } from "#web/lib/page-shown.ts";
import { settingsQuery } from "#web/features/settings/api.ts";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import type { VoicePart } from "./voice.tsx";

/** Voice input is loaded after the first paint. */
const Voice = lazy(async () => ({ default: (await import("./voice.tsx")).Voice }));

export function ChatPage() {
  useEffect(notePageShown, []);
  const user = useSession();
  const { companion, hasChosenCompanion, findCompanion } = useActiveCompanion(user);
  const openDialog = useOpenDialog();
  const isVisitor = user?.isAnonymous !== false;
  const { isReady, ...shown } = useChat({
    companion,
    findCompanion,
    communityIds: useCommunityIds(!isVisitor),
    personId: user?.userId ?? null,
    model: useQuery(settingsQuery).data?.model,
    onAddResource: (resourcePrefill) => openDialog({ dialog: "add-resource" }, { resourcePrefill }),
  });
  // Visitors have no form to speak into.
  const isDescribing = useChatState((state) => state.isHintShown) && !isVisitor;

  function voice(part: VoicePart) {
    const space = part === "microphone" ? <span className={styles.voiceSpace} /> : undefined;
    if (!isReady) return space;
    return (
      <Suspense fallback={space}>
        <Voice
          part={part}
          isDescribing={isDescribing}
          openResourceForm={(resourcePrefill) => openDialog({ dialog: "add-resource" }, { resourcePrefill })}
        />
      </Suspense>
    );
  }

  return (
    <>
      <PageTitle view="Chat" />
      <ChatScreen
        {...shown}
        isReady={isReady}
        isReturning={hasChosenCompanion}
        prompts={companion.prompts}
        slots={{
          microphone: voice("microphone"),
          resourceMicrophone: isDescribing ? voice("resource") : undefined,
          unsentRecordings: voice("unsent"),
          today: voice("today"),
        }}
        links={{
          openResource: (id) => openDialog({ dialog: "resource", id }),
          openProposal: (proposal) =>
            void import("./open-proposal.ts").then((part) => part.openProposal(openDialog, proposal)),
          share: () => openDialog({ dialog: "add-resource" }),
          help: () => openDialog({ dialog: "help" }),
          openThreads: () => openDialog({ dialog: "threads" }),
          changeCompanion: () => openDialog({ dialog: "companions" }),
        }}
      />
    </>
  );
}

const none: readonly string[] = [];

/** @param isEnabled false for a visitor, who belongs to no community */
function useCommunityIds(isEnabled: boolean): readonly string[] {
  const { data } = useQuery({ ...communitiesQuery, enabled: isEnabled, select: joinedIds });
  return data ?? none;
}

function joinedIds(communities: readonly Community[]): readonly string[] {
  return communities.filter(({ role }) => role !== null).map(({ id }) => id);
}
