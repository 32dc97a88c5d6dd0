import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { Community } from "#shared/features/communities/contract.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho } from "#web/features/account/session.ts";
import { dropTakenUp, useTakenUp } from "#web/features/account/taken-up.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { CommunityHeader } from "#web/features/communities/community-header.tsx";
import { FirstSteps } from "#web/features/communities/first-steps.tsx";
import { MembershipStatus } from "#web/features/communities/join/membership-status.tsx";
import { campQueries } from "#web/features/map/api.ts";
import { useLibraryPage } from "#web/features/resources/use-listings.ts";
import { Listings } from "#web/features/resources/listings/listings.tsx";
import { noFilters } from "#web/features/resources/listings/listings-view.ts";
import { VibePanel } from "#web/features/vibe/vibe-panel.tsx";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/community/$id");

/** A community's public page, with the ways to join it. */
export function CommunityPage() {
  const { id } = route.useParams();
  const community = useQuery(communityQuery(id));
  const who = useWho();
  const { communityNoun } = usePublicSettings();
  const openDialog = useOpenDialog();
  const isAwaited = useTakenUp("ask", id) && who.kind === "person";
  const data = community.data;
  return (
    <div className={styles.page}>
      <div className={styles.wideColumn}>
        <PageTitle view={data?.name ?? communityNoun} />
        <div className={styles.closeRow}>
          <CloseButton />
        </div>
        {data === undefined ? (
          <QueryState
            isPage
            query={community}
            title="Failed to load loobricate data. Please try again."
            label={`Loading the ${communityNoun}`}
            isLabelVisible
            missing={
              <EmptyState
                isPage
                title="No loobricate data found"
                text="Its address may have changed, or it is gone."
              >
                <Link to="/explore" className={buttonClass("primary")}>
                  Explore Map
                </Link>
              </EmptyState>
            }
          />
        ) : (
          <>
            <CommunityHeader
              community={data}
              place={locatorPlace(data.address)}
              camp={data.campId === null ? null : <CampLink campId={data.campId} />}
            >
              <MembershipStatus
                community={data}
                noun={communityNoun}
                user={who.kind === "guest" ? null : (who.user ?? "unknown")}
                isAwaited={isAwaited}
                onTaken={dropTakenUp}
                onSignUp={() => openDialog({ dialog: "account", mode: "sign-up", to: "ask", id })}
                onAdminLogin={() => openDialog({ dialog: "community-login", id })}
                onInvite={() => openDialog({ dialog: "invite", id })}
                onOpenPanel={() => openDialog({ dialog: "community-panel", id, mode: "details" })}
              />
            </CommunityHeader>
            <AsOf of={community} />
            {data.role === "admin" && data.elevatedUntil === null ? (
              <GettingStarted community={data} noun={communityNoun} />
            ) : null}
            <section className={styles.stack} aria-labelledby="community-vibe">
              <h2 id="community-vibe">Vibe</h2>
              <VibePanel community={data} userId={who.user?.userId ?? null} isAdmin={data.role === "admin"} />
            </section>
            <section className={styles.stack} aria-labelledby="community-listings">
              <h2 id="community-listings">Shared here</h2>
              <Listings
                communityId={id}
                label={`Listings of ${data.name}`}
                onOpen={(resource) => openDialog({ dialog: "resource", id: resource })}
              />
            </section>
          </>
        )}
      </div>
    </div>
  );
}

/** The checklist of a new community. */
function GettingStarted({ community, noun }: { community: Community; noun: string }) {
  const openDialog = useOpenDialog();
  const { id } = community;
  const firstPage = { filters: noFilters, near: null, pageSize: 6, cursor: null } as const;
  const things = useLibraryPage(firstPage, id).data;
  if (things === undefined) return null;
  const open = {
    invite: () => openDialog({ dialog: "invite", id }),
    share: () => openDialog({ dialog: "add-resource" }, { resourcePrefill: { communityId: id } }),
    map: () => openDialog({ dialog: "community-panel", id, mode: "details" }),
  };
  return (
    <FirstSteps
      community={community}
      noun={noun}
      thingCount={things.listings.length}
      onStep={(step) => open[step]()}
    />
  );
}

/** Goes back in the history or, without one, to the profile. */
function CloseButton() {
  const canGoBack = useCanGoBack();
  const router = useRouter();
  const navigate = useNavigate();
  return (
    <IconButton
      label="Close"
      icon={X}
      onClick={() => (canGoBack ? router.history.back() : void navigate({ to: "/me" }))}
    />
  );
}

function CampLink({ campId }: { campId: string }) {
  const camp = useQuery(campQueries.all()).data?.find(({ id }) => id === campId);
  if (camp === undefined) return null;
  return (
    <Link to="/explore/camp/$id" params={{ id: campId }} className={buttonClass()}>
      {camp.name} on the map
    </Link>
  );
}
