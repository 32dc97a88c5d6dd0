import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import type { DialogFrame, PanelTab } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { AdminPanel } from "#web/features/communities/panel/admin-panel.tsx";
import { usePanel } from "#web/features/communities/panel/use-panel.ts";
import { campQueries } from "#web/features/map/api.ts";
import { shrinkPhoto } from "#web/features/photos/shrink-photo.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

interface PanelDialogProps extends DialogFrame {
  id: string;
  mode: PanelTab;
}

export function CommunityPanelDialog({ id, mode: tab, ...frame }: PanelDialogProps): ReactNode {
  const user = useSession();
  const community = useQuery(communityQuery(id));
  const openDialog = useOpenDialog();
  const isVisitor = user?.isAnonymous === true;
  useEffect(() => {
    // As specified: visitors have no access and the page reloads. Without the dialog, or it would reload again and again.
    if (isVisitor) location.replace(location.pathname);
  }, [isVisitor]);
  return (
    <Dialog {...frame} title="Admin Panel" isWide>
      {user === null || isVisitor || community.data === undefined ? (
        <QueryState
          query={community}
          title="Failed to load loobricate data. Please try again."
          label="Loading the admin panel"
        />
      ) : community.data.role === "admin" ? (
        <>
          <AsOf of={community} />
          <Editor key={id} community={community.data} user={user} tab={tab} />
        </>
      ) : (
        <EmptyState title="This is for admins" text="Log in with the admin username and password first.">
          <Button variant="primary" onClick={() => openDialog({ dialog: "community-login", id })}>
            Admin Login
          </Button>
        </EmptyState>
      )}
    </Dialog>
  );
}

function Editor({ community, user, tab }: { community: Community; user: SessionUser; tab: PanelTab }) {
  const panel = usePanel(community);
  const camps = useQuery(campQueries.all()).data ?? [];
  const openDialog = useOpenDialog();
  // Asks before every way of leaving: the close button, Esc, a swipe, the back button, a link, another address.
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      panel.hasChanges && !(next.pathname === current.pathname && isPanel(next.search)),
    enableBeforeUnload: () => panel.hasChanges,
    withResolver: true,
  });
  return (
    <>
      <div>
        <Button variant="plain" onClick={() => openDialog({ dialog: "community-data", id: community.id })}>
          Import and export
        </Button>
      </div>
      <AdminPanel
        panel={panel}
        community={community}
        userId={user.userId}
        camps={camps}
        tab={tab}
        onTab={(mode) => openDialog({ dialog: "community-panel", id: community.id, mode })}
        shrink={shrinkPhoto}
      />
      <Confirm
        isOpen={leaving.status === "blocked"}
        title="Discard your changes?"
        message="You have unsaved changes. They are lost when you leave."
        confirmLabel="Discard"
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      />
    </>
  );
}

/** Whether a search opens the panel. Switching its tabs does not leave it. */
function isPanel(search: object): boolean {
  return "dialog" in search && search.dialog === "community-panel";
}
