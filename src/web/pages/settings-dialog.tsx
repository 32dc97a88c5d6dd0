import { useQuery } from "@tanstack/react-query";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import type { SettingsTab } from "../dialog-search.ts";
import { useSession } from "../features/account/api.ts";
import { communitiesQuery } from "../features/communities/api.ts";
import { MyCommunities } from "../features/communities/my-communities.tsx";
import { settingsQuery } from "../features/settings/api.ts";
import { ThemeSelect } from "../features/settings/theme-select.tsx";
import { usePublicSettings } from "../lib/public-settings.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Tabs } from "../ui/tabs.tsx";
import styles from "./page.module.css";

export function SettingsDialog({ tab, ...frame }: DialogFrame & { tab: SettingsTab }) {
  const openDialog = useOpenDialog();
  const { communityNoun } = usePublicSettings();
  return (
    <Dialog {...frame} title="Settings">
      <Tabs
        label="Settings"
        value={tab}
        onChange={(next) => openDialog({ dialog: "settings", "settings-tab": next })}
        items={[
          { value: "general", label: "General Settings", content: <GeneralSettings /> },
          { value: "communities", label: `${communityNoun} Settings`, content: <CommunitySettings /> },
        ]}
      />
    </Dialog>
  );
}

function GeneralSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <div className={styles.stack}>
      <ThemeSelect />
      {settings.data === undefined ? null : (
        <dl className={styles.facts}>
          <dt>Language model</dt>
          <dd>{settings.data.model ?? "Search mode: no language model connected"}</dd>
        </dl>
      )}
    </div>
  );
}

function CommunitySettings() {
  const { communityNoun } = usePublicSettings();
  const openDialog = useOpenDialog();
  const user = useSession();
  const communities = useQuery(communitiesQuery);
  if (user === null || user.isAnonymous) {
    return (
      <EmptyState title={`Sign in to see your ${communityNoun}s`}>
        <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
          Sign In
        </Button>
      </EmptyState>
    );
  }
  if (communities.data !== undefined)
    return <MyCommunities communities={communities.data} noun={communityNoun} />;
  if (communities.isError) {
    return (
      <ErrorState title={`Your ${communityNoun}s did not load`} onRetry={() => void communities.refetch()} />
    );
  }
  return <Spinner label={`Loading your ${communityNoun}s`} />;
}
