import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/api.ts";
import { ChatScreen } from "../features/chat/chat-screen.tsx";
import { useChat } from "../features/chat/use-chat.ts";
import { settingsQuery } from "../features/settings/api.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { PageTitle } from "./page-title.tsx";

export function ChatPage() {
  const { productName } = usePublicSettings();
  const { state, actions } = useChat({
    personId: useSession()?.userId ?? null,
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
        onHelp={() => openDialog({ dialog: "help" })}
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
