import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { Bell, SlidersHorizontal } from "lucide-react";
import type { RecentDiscovery } from "#shared/features/profile/contract.ts";
import { SignInButton } from "#web/dialogs/sign-in-button.tsx";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { PasskeyList } from "#web/features/account/passkey-list.tsx";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { FindCommunity } from "#web/features/communities/join/find-community.tsx";
import { MyCamps } from "#web/features/communities/my-camps.tsx";
import { notificationQueries } from "#web/features/notifications/api.ts";
import { useConnectOmi } from "#web/features/omi/api.ts";
import { profileQuery } from "#web/features/profile/api.ts";
import { DiscoveryCard } from "#web/features/profile/discovery-card.tsx";
import { OmiBlock } from "#web/features/profile/omi-block.tsx";
import { sinceWords } from "#web/features/profile/since.ts";
import { StatCard } from "#web/features/profile/stat-card.tsx";
import { ThemeChooser } from "#web/features/settings/theme-select.tsx";
import { useShownMark } from "#web/lib/page-shown.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { MemoryCompanions, MyToday } from "./memory-companions.tsx";
import { MyResources } from "./my-resources.tsx";
import { PageTitle } from "../page-title.tsx";
import { SignOut } from "./sign-out.tsx";
import styles from "../page.module.css";

const editRoute = getRouteApi("/entries/$id/edit");

/** The EditEntry view: the user's own resources with the edit form over them. */
export function EditEntryPage() {
  const search: Record<string, unknown> = { dialog: "edit-entry", id: editRoute.useParams().id };
  return <Navigate to="/me" search={() => search} replace />;
}

/** The user's profile: open requests, shared and borrowed resources, needs, camps, memories and discoveries, then the account. */
export function ProfilePage() {
  const who = useWho();
  useShownMark("visitor-known", who.kind !== "unknown");
  return (
    <div className={styles.page}>
      <div className={styles.wideColumn}>
        <PageTitle view="Profile" />
        {who.kind === "person" ? (
          <OwnProfile pseudonym={who.user.pseudonym} />
        ) : who.kind === "guest" ? (
          <GuestProfile />
        ) : (
          <UnknownProfile error={who.error} />
        )}
        {/* Hidden until the user is known, because the content above then changes its height. */}
        {who.kind === "unknown" && who.error === null ? null : <ThemeChooser />}
        {who.kind === "person" ? (
          <>
            <PasskeyList />
            <SignOut />
          </>
        ) : null}
      </div>
    </div>
  );
}

/** Shown until the session is loaded. Recording memories is already possible. */
function UnknownProfile({ error }: { error: Error | null }) {
  return (
    <>
      <UnknownUser error={error} label="Loading your profile" rows={1} />
      <MemoryCompanions stats={null}>{null}</MemoryCompanions>
    </>
  );
}

function GuestProfile() {
  return (
    <>
      <Heading name="Anonymous" subtitle="Viewing as guest" />
      <GuestActions />
      <MemoryCompanions stats={null}>{null}</MemoryCompanions>
      <div className={styles.actions}>
        <SurveysButton />
      </div>
    </>
  );
}

function OwnProfile({ pseudonym }: { pseudonym: string }) {
  const profile = useQuery(profileQuery);
  const openDialog = useOpenDialog();
  const connectOmi = useConnectOmi(() => openDialog({ dialog: "settings", "settings-tab": "general" }));
  const { data } = profile;
  return (
    <>
      <Heading
        name={pseudonym}
        subtitle={
          data === undefined
            ? ""
            : `Loobricating since ${sinceWords(data.since, new Date(profile.dataUpdatedAt))}`
        }
      />
      <AsOf of={profile} />
      <MyToday />
      {profile.isError && data === undefined ? (
        <ErrorState
          title="Your profile did not load"
          text={problemText(profile.error)}
          onRetry={() => void profile.refetch()}
        />
      ) : null}
      <div className={styles.actions}>
        <MyNotifications />
        <Link to="/borrowing" className={buttonClass()}>
          Borrowing
        </Link>
        <Link to="/needs" className={buttonClass()}>
          Needs
        </Link>
      </div>
      <MyResources />
      <div className={styles.halves}>
        <div className={styles.camps}>
          <MyCampsSection />
        </div>
        <div className={styles.memories}>
          <MemoryCompanions
            stats={
              <dl className={styles.stats}>
                <StatCard label="Memories" count={data?.counts.memories ?? null}>
                  <Link to="/memories">View Memories</Link>
                </StatCard>
                <StatCard label="Discoveries" count={data?.counts.discoveries ?? null}>
                  <Link to="/explore">Explore Map</Link>
                </StatCard>
              </dl>
            }
          >
            <OmiBlock onSend={() => openDialog({ dialog: "omi" })} onConnect={() => void connectOmi()} />
          </MemoryCompanions>
        </div>
        {data === undefined ? (
          profile.isError ? null : (
            <Skeleton label="Loading your profile" rows={2} />
          )
        ) : (
          <RecentDiscoveries discoveries={data.discoveries} />
        )}
      </div>
      <div className={styles.actions}>
        <SurveysButton />
        <Configure />
      </div>
    </>
  );
}

function Heading({ name, subtitle }: { name: string; subtitle: string }) {
  return (
    <header className={styles.person}>
      <Lamp size={64} />
      <div>
        <h1>{name}</h1>
        <p className={styles.lead}>{subtitle}</p>
      </div>
    </header>
  );
}

function SurveysButton() {
  const openDialog = useOpenDialog();
  return (
    <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "surveys" })}>
      Surveys
    </Button>
  );
}

function Configure() {
  const openDialog = useOpenDialog();
  return (
    <Button
      aria-haspopup="dialog"
      onClick={() => openDialog({ dialog: "settings", "settings-tab": "general" })}
    >
      <SlidersHorizontal aria-hidden size={20} strokeWidth={1.8} />
      Configure
    </Button>
  );
}

/** The specification's wording for a server error. Being offline has its own message. */
function problemText(error: Error): string {
  return error instanceof ApiError && error.status > 0
    ? `HTTP error! status: ${error.status}`
    : error.message;
}

function GuestActions() {
  const openDialog = useOpenDialog();
  return (
    <section className={styles.stack}>
      <p>You are browsing anonymously. Sign in to access more features.</p>
      <div className={styles.actions}>
        <SignInButton />
        <Button onClick={() => openDialog({ dialog: "account", mode: "sign-up" })}>Sign Up</Button>
        <Link to="/library" className={buttonClass()}>
          Browse the library
        </Link>
      </div>
    </section>
  );
}

/** The profile's link to the notifications. */
function MyNotifications() {
  const unread = useQuery(notificationQueries.newest()).data?.unread ?? 0;
  const openDialog = useOpenDialog();
  return (
    <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "notifications" })}>
      <Bell aria-hidden size={20} strokeWidth={1.8} />
      {unread === 0 ? "Notifications" : `Notifications, ${unread} new`}
    </Button>
  );
}

/** The user's communities and venues, with a link to find another. */
function MyCampsSection() {
  const communities = useQuery(communitiesQuery);
  const { communityNoun } = usePublicSettings();
  return (
    <section className={styles.stack} aria-labelledby="my-camps">
      <h2 id="my-camps">My Camps</h2>
      <Loaded query={communities} title="Your camps did not load" label="Loading your camps">
        {(all) => (
          <>
            <MyCamps communities={all.filter(({ role }) => role !== null)} />
            <FindCommunity communities={all.filter(({ role }) => role === null)} noun={communityNoun} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function RecentDiscoveries({ discoveries }: { discoveries: readonly RecentDiscovery[] }) {
  return (
    <section className={styles.stack} aria-labelledby="recent-discoveries">
      <h2 id="recent-discoveries">Recent Discoveries</h2>
      {discoveries.length === 0 ? (
        <EmptyState title="No discoveries yet" text="Explore to discover communities, art, and events!">
          <Link to="/explore" className={buttonClass("primary")}>
            Explore Map
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {discoveries.map((discovery) => (
            <li key={`${discovery.type}:${discovery.id}`}>
              <DiscoveryCard discovery={discovery} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
