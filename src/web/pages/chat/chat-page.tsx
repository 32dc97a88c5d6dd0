import type { Community } from "#shared/features/communities/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import { markerId } from "#shared/features/map/marker-id.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { type Place, placeOf } from "#web/features/map/show-search.ts";
import { ChatScreen } from "#web/features/chat/screen/chat-screen.tsx";
import { useChat, useChatState } from "#web/features/chat/store/use-chat.ts";
import { useActiveCompanion } from "#web/features/companions/use-active-companion.ts";
import { notePageShown } from "#web/lib/page-shown.ts";
import { settingsQuery } from "#web/features/settings/api.ts";
import { useIsWide } from "#web/lib/use-is-wide.ts";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import type { VoicePart } from "./voice.tsx";

// Beside the chat on a wide screen.
const ChatThreads = lazy(async () => ({ default: (await import("./chat-threads.tsx")).ChatThreads }));
const ChatCity = lazy(async () => ({ default: (await import("./chat-city.tsx")).ChatCity }));

/** Voice input is loaded after the first paint. */
const Voice = lazy(async () => ({ default: (await import("./voice.tsx")).Voice }));

export function ChatPage() {
  useEffect(notePageShown, []);
  const user = useSession();
  const { companion, hasChosenCompanion, findCompanion } = useActiveCompanion(user);
  const openDialog = useOpenDialog();
  const router = useRouter();
  const isWide = useIsWide();
  const [place, setPlace] = useState<Place | null>(null);
  const isVisitor = user?.isAnonymous !== false;
  const { isReady, ...shown } = useChat({
    companion,
    findCompanion,
    communityIds: useCommunityIds(!isVisitor),
    personId: user?.userId ?? null,
    model: useQuery(settingsQuery).data?.model,
    onAddResource: (resourcePrefill) => openDialog({ dialog: "add-resource" }, { resourcePrefill }),
  });
  // Visitors have no form to fill by voice.
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

  /** Shows a place that the conversation links to on the map beside it. */
  function showBeside(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const linked = placeOf(link.pathname, router.options.parseSearch(link.search));
    if (linked === null) return;
    event.preventDefault();
    setPlace(linked);
  }

  return (
    <div className={styles.chat}>
      <PageTitle view="Chat" />
      <aside className={styles.side} aria-label="Conversations">
        {isWide && isReady ? (
          <Suspense>
            <ChatThreads person={user} />
          </Suspense>
        ) : null}
      </aside>
      <div className={styles.middle} onClickCapture={isWide ? showBeside : undefined}>
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
            openResource: (id) =>
              isWide
                ? setPlace({ itemId: markerId("resource", id), at: null, isBrowsing: false })
                : openDialog({ dialog: "resource", id }),
            openProposal: (proposal) =>
              void import("./open-proposal.ts").then((part) => part.openProposal(openDialog, proposal)),
            share: () => openDialog({ dialog: "add-resource" }),
            help: () => openDialog({ dialog: "help" }),
            openThreads: () => openDialog({ dialog: "threads" }),
            changeCompanion: () => openDialog({ dialog: "companions" }),
          }}
        />
      </div>
      <aside className={styles.city} aria-label="The city">
        {isWide && isReady ? (
          <Suspense>
            <ChatCity place={place} onPlace={setPlace} />
          </Suspense>
        ) : null}
      </aside>
    </div>
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
