import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import type { SessionUser } from "#shared/features/account/contract.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { PanelTab } from "../dialog-search.ts";
import { useSession } from "../features/account/session.ts";
import { AdminPanel } from "../features/communities/admin-panel.tsx";
import { communityQuery } from "../features/communities/api.ts";
import { usePanel } from "../features/communities/use-panel.ts";
import { campQueries } from "../features/map/api.ts";
import { shrinkPhoto } from "../features/photos/shrink-photo.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface PanelDialogProps extends DialogFrame {
  id: string;
  tab: PanelTab;
}

export function CommunityPanelDialog({ id, tab, ...frame }: PanelDialogProps) {
  const user = useSession();
  const community = useQuery(communityQuery(id));
  const asOf = useAsOf(community);
  const openDialog = useOpenDialog();
  const { onClose } = frame;
  const isVisitor = user?.isAnonymous === true;
  useEffect(() => {
    if (!isVisitor) return;
    // As specified: who has no account has no business here, and the page begins anew.
    onClose();
    location.reload();
    // Once is enough, however often the frame is made anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isVisitor]);
  return (
    <Dialog {...frame} title="Admin Panel" isWide>
      {user === null || isVisitor || community.data === undefined ? (
        community.isError ? (
          <ErrorState
            title="Failed to load loobricate data. Please try again."
            text={community.error.message}
            onRetry={() => void community.refetch()}
          />
        ) : (
          <Spinner label="Loading the admin panel" />
        )
      ) : community.data.role === "admin" ? (
        <>
          <AsOf at={asOf} />
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
  // Every way out asks: the close button, Esc, a swipe, the back button, a link, another address.
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
        onCancel={() => leaving.reset?.()}
      />
    </>
  );
}

/** Another tab of the panel is not a way out of it. */
function isPanel(search: object): boolean {
  return "dialog" in search && search.dialog === "community-panel";
}
