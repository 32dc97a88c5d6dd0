import { useEffect, useState } from "react";
import { useSelector } from "@tanstack/react-store";
import { Link } from "@tanstack/react-router";
import { Library, Map, MessageSquare, Nfc, Plus, Settings2, UserRound, type LucideIcon } from "lucide-react";
import styles from "./app-header.module.css";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { waitingCount } from "#web/lib/waiting.ts";

interface AppHeaderProps {
  /** Over the map each button has its own background, because the map shows between them. */
  isOverMap: boolean;
  isCommunity: boolean;
  /** In the chat, the header shrinks while the user reads older messages. */
  isChat: boolean;
}

export function AppHeader({ isOverMap, isCommunity, isChat }: AppHeaderProps) {
  const openDialog = useOpenDialog();
  const [isReading, setIsReading] = useState(false);
  useEffect(() => {
    if (!isChat) return;
    const watch = import("./watch-reading.ts").then(
      (part) => part.watchReading(setIsReading),
      () => () => undefined, // not loaded: the header stays large
    );
    return () => {
      setIsReading(false);
      void watch.then((stop) => stop());
    };
  }, [isChat]);
  const waiting = useSelector(waitingCount);
  return (
    <header
      className={styles.header}
      data-over-map={isOverMap || undefined}
      data-small={isReading || undefined}
    >
      <nav className={styles.group} aria-label={isCommunity ? "Back" : "Add"}>
        {isCommunity ? (
          <HeaderLink to="/explore" label="Back to Map" caption="Map" icon={Map} />
        ) : (
          <>
            <HeaderLink to="/add" label="Add Entry" caption="Add" icon={Plus} />
            <HeaderLink to="/nfc" label="Scan a tag" caption="Scan" icon={Nfc} />
          </>
        )}
      </nav>
      <nav className={styles.slider} aria-label="Views">
        <SliderLink to="/" label="Chat" icon={MessageSquare} />
        <SliderLink to="/explore" label="Explore" icon={Map} />
        <SliderLink to="/library" label="Library" icon={Library} />
      </nav>
      <div className={styles.group}>
        <HeaderLink to="/me" label="You: Profile" caption="You" icon={UserRound} waiting={waiting} />
        <button
          type="button"
          className={styles.action}
          title="Settings"
          aria-haspopup="dialog"
          onClick={() => openDialog({ dialog: "settings", "settings-tab": "general" })}
        >
          <Settings2 aria-hidden size={22} strokeWidth={1.8} />
          <span className={styles.caption}>Settings</span>
        </button>
      </div>
    </header>
  );
}

interface HeaderLinkProps {
  to: "/add" | "/nfc" | "/me" | "/explore";
  /** The accessible name. It contains the visible caption, so that users of voice control can say what they see. */
  label: string;
  caption: string;
  icon: LucideIcon;
  /** Number of things there that need the user's attention. */
  waiting?: number;
}

function HeaderLink({ to, label, caption, icon: Icon, waiting = 0 }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      className={styles.action}
      aria-label={waiting === 0 ? label : `${label}, ${waiting} waiting for you`}
      title={label}
    >
      <Icon aria-hidden size={22} strokeWidth={1.8} />
      <span className={styles.caption}>{caption}</span>
      {/* Drawn by the style sheet, because as text it would become part of the visible name. */}
      {waiting === 0 ? null : <span className={styles.badge} data-count={Math.min(waiting, 99)} />}
    </Link>
  );
}

interface SliderLinkProps {
  to: "/" | "/explore" | "/library";
  label: string;
  icon: LucideIcon;
}

function SliderLink({ to, label, icon: Icon }: SliderLinkProps) {
  return (
    <Link to={to} className={styles.view} activeOptions={{ exact: to === "/", includeSearch: false }}>
      <Icon aria-hidden size={22} strokeWidth={1.8} />
      <span className={styles.viewName}>{label}</span>
    </Link>
  );
}
