import type { Community } from "#shared/features/communities/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/api.ts";
import { communitiesQuery } from "../features/communities/api.ts";
import { ChatScreen } from "../features/chat/chat-screen.tsx";
import { useChat } from "../features/chat/use-chat.ts";
import { settingsQuery } from "../features/settings/api.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { PageTitle } from "./page-title.tsx";

export function ChatPage() {
  const { productName } = usePublicSettings();
  const user = useSession();
  const { state, actions } = useChat({
    communityIds: useCommunityIds(user !== null && !user.isAnonymous),
    personId: user?.userId ?? null,
    productName,
    model: useQuery(settingsQuery).data?.model,
  });
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle view="Chat" />
      <ChatScreen
        state={state}
        actions={{
          ...actions,
          openSource: (source) => {
            const id = source.sourceId.slice(source.kind.length + 1);
            if (source.kind === "resource") openDialog({ dialog: "resource", id });
            if (source.kind === "camp") void navigate({ to: "/explore/camp/$id", params: { id } });
          },
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
