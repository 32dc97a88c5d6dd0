import type { Community } from "#shared/features/communities/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { ChatScreen } from "#web/features/chat/screen/chat-screen.tsx";
import { useChat } from "#web/features/chat/store/use-chat.ts";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { settingsQuery } from "#web/features/settings/api.ts";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import type { VoicePart } from "./voice.tsx";

/** Speaking comes after the first paint. */
const Voice = lazy(async () => ({ default: (await import("./voice.tsx")).Voice }));

export function ChatPage() {
  const user = useSession();
  const { companion, hasChosenCompanion, findCompanion } = useActiveCompanion(user);
  const openDialog = useOpenDialog();
  const isVisitor = user?.isAnonymous !== false;
  const { state, actions } = useChat({
    companion,
    findCompanion,
    prompts: companion.prompts,
    isReturning: hasChosenCompanion,
    communityIds: useCommunityIds(!isVisitor),
    personId: user?.userId ?? null,
    model: useQuery(settingsQuery).data?.model,
    onAddResource: (draft) => openDialog({ dialog: "add-resource" }, draft),
  });
  // Who has no account yet has no form to speak into.
  const isDescribing = state.isHintShown && !isVisitor;

  function voice(part: VoicePart) {
    const space = part === "microphone" ? <span className={styles.voiceSpace} /> : undefined;
    if (!state.isReady) return space;
    return (
      <Suspense fallback={space}>
        <Voice
          part={part}
          isDescribing={isDescribing}
          openResourceForm={(draft) => openDialog({ dialog: "add-resource" }, draft)}
        />
      </Suspense>
    );
  }

  return (
    <>
      <PageTitle view="Chat" />
      <ChatScreen
        state={state}
        actions={actions}
        microphone={voice("microphone")}
        resourceMicrophone={isDescribing ? voice("resource") : undefined}
        unsentRecordings={voice("unsent")}
        links={{
          openResource: (id) => openDialog({ dialog: "resource", id }),
          // Who has no account yet is asked for one first.
          share: () =>
            openDialog(isVisitor ? { dialog: "account", mode: "sign-up" } : { dialog: "add-resource" }),
          help: () => openDialog({ dialog: "help" }),
          openThreads: () => openDialog({ dialog: "threads" }),
          changeCompanion: () => openDialog({ dialog: "companions" }),
          showKeys: () => openDialog({ dialog: "keys" }),
        }}
      />
    </>
  );
}

const none: readonly string[] = [];

/** @param isEnabled a visitor belongs to no community */
function useCommunityIds(isEnabled: boolean): readonly string[] {
  const { data } = useQuery({ ...communitiesQuery, enabled: isEnabled, select: joinedIds });
  return data ?? none;
}

function joinedIds(communities: readonly Community[]): readonly string[] {
  return communities.filter(({ role }) => role !== null).map(({ id }) => id);
}
