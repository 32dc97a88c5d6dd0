import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWho, type Who } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { MyCommunities } from "#web/features/communities/my-communities.tsx";
import { DevicePanel } from "#web/features/device/device-panel.tsx";
import { LocalCopySection } from "#web/features/device/local-copy-section.tsx";
import { PlaceSection } from "#web/features/device/place-section.tsx";
import { Mem0Settings } from "#web/features/mem0/mem0-settings.tsx";
import { NotificationSettings } from "#web/features/notifications/notification-settings.tsx";
import { OmiSettings } from "#web/features/omi/omi-settings.tsx";
import { settingsQuery } from "#web/features/settings/api.ts";
import { GeneralSettings } from "#web/features/settings/general-settings.tsx";
import { sendUseRag } from "#web/features/settings/send-use-rag.ts";
import { useSettingsEditor } from "#web/features/settings/use-settings-editor.ts";
import { TelegramSettings } from "#web/features/telegram/telegram-settings.tsx";
import { speechDownload } from "#web/features/voice/on-device/device-speech.ts";
import { VoicePreferences } from "#web/features/voice/voice-preferences.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { wake } from "#web/offline/outbox/outbox.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Part, Parts } from "#web/ui/part.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { SignInButton } from "../sign-in-button.tsx";
import type { DialogFrame, SettingsTab } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";

interface SettingsDialogProps extends DialogFrame {
  "settings-tab": SettingsTab;
}

export function SettingsDialog({ "settings-tab": tab, ...frame }: SettingsDialogProps): ReactNode {
  const openDialog = useOpenDialog();
  const { communityNoun } = usePublicSettings();
  const settings = useQuery(settingsQuery);
  const who = useWho();
  const { draft, hasChanges, change, save, cancel } = useSettingsEditor();
  const leave = () => {
    cancel();
    frame.onClose();
  };
  const general = (
    <>
      <AsOf of={settings} />
      <GeneralSettings
        draft={draft}
        hasChanges={hasChanges}
        server={settings.data}
        isVisitor={who.kind !== "person"}
        onChange={change}
        onSave={() => {
          save();
          if (who.kind === "person") void sendUseRag(draft.useRag);
          showToast({ kind: "done", text: "Settings saved." });
          frame.onClose();
        }}
        onCancel={leave}
      >
        <VoicePreferences voice={draft} onChange={change} />
        {who.kind !== "person" ? null : (
          <>
            <TelegramSettings />
            <OmiSettings />
            <Mem0Settings />
          </>
        )}
      </GeneralSettings>
    </>
  );
  return (
    <Dialog {...frame} onClose={leave} title="Settings">
      <Tabs
        label="Settings"
        value={tab}
        onChange={(next) => openDialog({ dialog: "settings", "settings-tab": next })}
        items={[
          { value: "general", label: "General Settings", content: general },
          { value: "communities", label: `${communityNoun} Settings`, content: <CommunitySettings /> },
          { value: "notifications", label: "Notifications", content: <MyNotificationSettings who={who} /> },
          { value: "device", label: "This Device", content: <ThisDevice /> },
        ]}
      />
    </Dialog>
  );
}

function ThisDevice() {
  const openDialog = useOpenDialog();
  const { productName } = usePublicSettings();
  return (
    <Parts>
      <LocalCopySection />
      <PlaceSection />
      <DevicePanel
        productName={productName}
        onSendFirst={() => {
          void wake();
          openDialog({ dialog: "outbox" });
        }}
        onWiped={(kind) => {
          if (kind === "speech") void speechDownload.check();
        }}
      >
        <Part heading="What leaves this server">
          <p>
            <Link to="/outbound">The services this server may call</Link>, and what it sends them.
          </p>
        </Part>
      </DevicePanel>
    </Parts>
  );
}

function MyNotificationSettings({ who }: { who: Who }) {
  if (who.kind === "unknown") return <UnknownUser error={who.error} label="Loading your choices" />;
  if (who.kind === "person") {
    return <NotificationSettings userId={who.user.userId} />;
  }
  return (
    <EmptyState
      title="Sign in to get notifications"
      text="You hear when someone answers you or has what you need."
    >
      <SignInButton />
    </EmptyState>
  );
}

function CommunitySettings() {
  const { communityNoun } = usePublicSettings();
  const who = useWho();
  const communities = useQuery(communitiesQuery);
  if (who.kind === "unknown")
    return <UnknownUser error={who.error} label={`Loading your ${communityNoun}s`} />;
  if (who.kind === "guest") {
    return (
      <EmptyState title={`Sign in to see your ${communityNoun}s`}>
        <SignInButton />
      </EmptyState>
    );
  }
  if (communities.data !== undefined)
    return (
      <>
        <AsOf of={communities} />
        <MyCommunities communities={communities.data} noun={communityNoun} />
      </>
    );
  if (communities.isError) {
    return (
      <ErrorState title={`Your ${communityNoun}s did not load`} onRetry={() => void communities.refetch()} />
    );
  }
  return <Spinner label={`Loading your ${communityNoun}s`} />;
}
