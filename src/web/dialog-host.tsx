import { lazy, Suspense, useState } from "react";
import { useCloseDialog } from "./dialog-navigation.ts";
import type { DialogSearch } from "./dialog-search.ts";
import { useDialogSearch } from "./use-dialog-search.ts";

const SettingsDialog = lazy(async () => ({
  default: (await import("./pages/settings-dialog.tsx")).SettingsDialog,
}));
const AccountDialog = lazy(async () => ({
  default: (await import("./pages/account-dialog.tsx")).AccountDialog,
}));
const ResourceDialog = lazy(async () => ({
  default: (await import("./pages/resource-dialog.tsx")).ResourceDialog,
}));
const AddResourceDialog = lazy(async () => ({
  default: (await import("./pages/add-resource-dialog.tsx")).AddResourceDialog,
}));
const EditEntryDialog = lazy(async () => ({
  default: (await import("./pages/edit-entry-dialog.tsx")).EditEntryDialog,
}));
const CompanionsDialog = lazy(async () => ({
  default: (await import("./pages/companions-dialog.tsx")).CompanionsDialog,
}));
const OutboxDialog = lazy(async () => ({
  default: (await import("./pages/outbox-dialog.tsx")).OutboxDialog,
}));
const SharedDialog = lazy(async () => ({
  default: (await import("./pages/shared-dialog.tsx")).SharedDialog,
}));
const ThreadsDialog = lazy(async () => ({
  default: (await import("./pages/threads-dialog.tsx")).ThreadsDialog,
}));
const ChatKeysDialog = lazy(async () => ({
  default: (await import("./pages/chat-keys-dialog.tsx")).ChatKeysDialog,
}));
const HelpDialog = lazy(async () => ({
  default: (await import("./pages/help-dialog.tsx")).HelpDialog,
}));
const CommunityLoginDialog = lazy(async () => ({
  default: (await import("./pages/community-login-dialog.tsx")).CommunityLoginDialog,
}));
const CommunityPanelDialog = lazy(async () => ({
  default: (await import("./pages/community-panel-dialog.tsx")).CommunityPanelDialog,
}));
const SurveysDialog = lazy(async () => ({
  default: (await import("./pages/surveys-dialog.tsx")).SurveysDialog,
}));
const CommunityDataDialog = lazy(async () => ({
  default: (await import("./pages/community-data-dialog.tsx")).CommunityDataDialog,
}));
const NotificationsDialog = lazy(async () => ({
  default: (await import("./pages/notifications-dialog.tsx")).NotificationsDialog,
}));
const ThoughtDialog = lazy(async () => ({
  default: (await import("./pages/thought-dialog.tsx")).ThoughtDialog,
}));
const QuestDialog = lazy(async () => ({
  default: (await import("./pages/quest-dialog.tsx")).QuestDialog,
}));
const OmiDialog = lazy(async () => ({ default: (await import("./pages/omi-dialog.tsx")).OmiDialog }));
const CreateMemoryDialog = lazy(async () => ({
  default: (await import("./pages/create-memory-dialog.tsx")).CreateMemoryDialog,
}));
const BorrowDialog = lazy(async () => ({
  default: (await import("./pages/borrow-dialog.tsx")).BorrowDialog,
}));

const TagDialog = lazy(async () => ({ default: (await import("./pages/tag-dialog.tsx")).TagDialog }));

/** What every dialog of the address gets. */
export interface DialogFrame {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Shows the dialog of the address, and lets the one that just left the address finish its closing motion. */
export function DialogHost() {
  const wanted = useDialogSearch();
  const close = useCloseDialog();
  const [shown, setShown] = useState(wanted);
  if (wanted !== null && !isSame(wanted, shown)) setShown(wanted);
  if (shown === null) return null;
  const frame: DialogFrame = { isOpen: wanted !== null, onClose: close, onClosed: () => setShown(null) };
  return <Suspense>{dialogElement(shown, frame)}</Suspense>;
}

function dialogElement(search: DialogSearch, frame: DialogFrame) {
  switch (search.dialog) {
    case "settings":
      return <SettingsDialog {...frame} tab={search["settings-tab"]} />;
    case "account":
      return <AccountDialog {...frame} mode={search.mode} />;
    case "resource":
      return <ResourceDialog {...frame} id={search.id} />;
    case "community-data":
      return <CommunityDataDialog {...frame} id={search.id} />;
    case "edit-entry":
      return <EditEntryDialog key={search.id} {...frame} id={search.id} />;
    case "add-resource":
      return <AddResourceDialog {...frame} editedId={search.id ?? null} />;
    case "community-login":
      return <CommunityLoginDialog {...frame} id={search.id} />;
    case "community-panel":
      return <CommunityPanelDialog {...frame} id={search.id} tab={search.mode} />;
    case "surveys":
      return <SurveysDialog {...frame} />;
    case "companions":
      return <CompanionsDialog {...frame} />;
    case "thought":
      return <ThoughtDialog {...frame} />;
    case "quest":
      return <QuestDialog {...frame} />;
    case "help":
      return <HelpDialog {...frame} knownKind={search.kind ?? null} />;
    case "notifications":
      return <NotificationsDialog {...frame} />;
    case "omi":
      return <OmiDialog {...frame} />;
    case "create-memory":
      return <CreateMemoryDialog {...frame} />;
    case "borrow":
      return <BorrowDialog {...frame} id={search.id} />;
    case "shared":
      return <SharedDialog {...frame} />;
    case "tag":
      return <TagDialog {...frame} id={search.id} />;
    case "outbox":
      return <OutboxDialog {...frame} />;
    case "threads":
      return <ThreadsDialog {...frame} />;
    case "keys":
      return <ChatKeysDialog {...frame} />;
  }
}

function isSame(one: DialogSearch, other: DialogSearch | null): boolean {
  return other !== null && JSON.stringify(one) === JSON.stringify(other);
}
