import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { InviteSheet } from "#web/features/communities/join/invite-sheet.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";

/** Invites people to the community with this id. */
export function InviteDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const openDialog = useOpenDialog();
  const { communityNoun } = usePublicSettings();
  const community = useQuery(communityQuery(id));
  return (
    <Dialog {...frame} title="Invite people">
      <Loaded
        query={community}
        title={`The ${communityNoun} did not load`}
        label={`Loading the ${communityNoun}`}
      >
        {(data) => (
          <InviteSheet
            community={data}
            noun={communityNoun}
            onMore={() => openDialog({ dialog: "community-panel", id, mode: "joining" })}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
