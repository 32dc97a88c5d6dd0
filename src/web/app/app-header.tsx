import { Link } from "@tanstack/react-router";
import { Map, MessageSquare, Nfc, Plus, Settings2, UserRound, type LucideIcon } from "lucide-react";
import styles from "./app-header.module.css";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { IconButton, iconButtonClass } from "#web/ui/icon-button.tsx";

/** Over the map the buttons stand on their own ground, because the map shines through between them. */
export function AppHeader({ isOverMap, isCommunity }: { isOverMap: boolean; isCommunity: boolean }) {
  const openDialog = useOpenDialog();
  return (
    <header className={styles.header} data-over-map={isOverMap || undefined}>
      <nav className={styles.group} aria-label={isCommunity ? "Back" : "Add"}>
        {isCommunity ? (
          <HeaderLink to="/explore" label="Back to Map" icon={Map} />
        ) : (
          <>
            <HeaderLink to="/add" label="Add Entry" icon={Plus} />
            <HeaderLink to="/nfc" label="Read NFC tag" icon={Nfc} />
          </>
        )}
      </nav>
      <nav className={styles.slider} aria-label="Views" data-at={isOverMap ? "explore" : undefined}>
        <SliderLink to="/" label="Chat" icon={MessageSquare} />
        <SliderLink to="/explore" label="Explore" icon={Map} />
      </nav>
      <div className={styles.group}>
        <HeaderLink to="/me" label="Profile" icon={UserRound} />
        <IconButton
          label="Settings"
          icon={Settings2}
          aria-haspopup="dialog"
          onClick={() => openDialog({ dialog: "settings", "settings-tab": "general" })}
        />
      </div>
    </header>
  );
}

function HeaderLink({
  to,
  label,
  icon: Icon,
}: {
  to: "/add" | "/nfc" | "/me" | "/explore";
  label: string;
  icon: LucideIcon;
}) {
  return (
    <Link to={to} className={iconButtonClass()} aria-label={label} title={label}>
      <Icon aria-hidden size={22} strokeWidth={1.8} />
    </Link>
  );
}

function SliderLink({ to, label, icon: Icon }: { to: "/" | "/explore"; label: string; icon: LucideIcon }) {
  return (
    <Link to={to} className={styles.view} activeOptions={{ exact: to === "/", includeSearch: false }}>
      <Icon aria-hidden size={22} strokeWidth={1.8} />
      <span className={styles.viewName}>{label}</span>
    </Link>
  );
}
