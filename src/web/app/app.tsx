import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "@tanstack/react-router";
import { AppHeader } from "./app-header.tsx";
import styles from "./app.module.css";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { DialogPlace } from "#web/dialogs/dialog-place.tsx";
import { settingsQuery } from "#web/features/settings/api.ts";
import {
  defaultPublicSettings,
  type PublicSettings,
  PublicSettingsContext,
  safeOriginOf,
  usePublicSettings,
} from "#web/lib/server/public-settings.ts";
import { ConnectionBadge, type Connection } from "#web/ui/state/connection-badge.tsx";
import { ToastRegion } from "#web/ui/overlay/toast-region.tsx";
import footerStyles from "./app-footer.module.css";
import { useSelector } from "@tanstack/react-store";
import { notePageShown } from "#web/lib/page-shown.ts";
import { reachability } from "#web/lib/server/reachability.ts";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";

const WrongAddress = lazy(async () => ({ default: (await import("./wrong-address.tsx")).WrongAddress }));

/** Layout around every view: header, connection line, footer, dialogs and toasts. */
export function AppLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isChat = pathname === "/";
  // The chat is hydrated later than its layout and reports that itself.
  useEffect(() => {
    if (!isChat) notePageShown();
  }, [isChat]);
  const isMap = pathname.startsWith("/explore");
  const settings: PublicSettings = useQuery(settingsQuery).data ?? defaultPublicSettings;
  const [isStaying, setIsStaying] = useState(false);
  const safeOrigin = isStaying ? null : safeOriginOf(settings);
  if (safeOrigin !== null)
    return (
      <Suspense>
        <WrongAddress origin={safeOrigin} onStay={() => setIsStaying(true)} />
      </Suspense>
    );
  return (
    <PublicSettingsContext value={settings}>
      <div className={styles.app} data-map={isMap || undefined}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <AppHeader isOverMap={isMap} isCommunity={pathname.startsWith("/community/")} isChat={isChat} />
        <ConnectionLine />
        <main className={styles.main} id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <AppFooter />
        <DialogPlace />
        <ToastRegion />
      </div>
    </PublicSettingsContext>
  );
}

/** Separate from the layout, so that outbox changes do not re-render anything else. */
function ConnectionLine() {
  const openDialog = useOpenDialog();
  return (
    <ConnectionBadge
      className={styles.connection}
      connection={useConnection()}
      onOpen={() => openDialog({ dialog: "outbox" })}
    />
  );
}

/**
 * The operator's two footer links. Shown only on screens with room for the extra line, which has its place before the links are known:
 * otherwise they would move the composer, and a tap on it would open one of them.
 */
function AppFooter() {
  const { links } = usePublicSettings();
  return (
    <footer className={footerStyles.footer}>
      {links.map((link) => (
        <a
          key={link.url}
          className={footerStyles.link}
          href={link.url}
          {...(isOwn(link.url) ? {} : elsewhere)}
        >
          {link.label}
        </a>
      ))}
    </footer>
  );
}

/** Opens external links in a new tab, without an opener or a referrer. */
const elsewhere = { target: "_blank", rel: "noopener noreferrer" };

function isOwn(url: string): boolean {
  return url.startsWith("/");
}

/** The connection to the server, and the number of writes still to be sent. */
export function useConnection(): Connection {
  const status = useSelector(reachability, (now) => now.status);
  const { bundles, others } = useOutbox();
  const stuck = bundles.filter(({ state }) => state !== "queued").length;
  // Check this first: before the sign-in, no write can be sent or fixed.
  if (status === "portal") return { state: "portal", waiting: bundles.length };
  if (stuck > 0) return { state: "stuck", count: stuck };
  if (status !== "reachable") return { state: "offline", waiting: bundles.length, isDown: status === "down" };
  if (bundles.length === 0) return others.length === 0 ? { state: "online" } : { state: "others", others };
  // Operations whose first attempt has not failed count as being sent.
  const isSending = bundles.every(({ problem }) => problem === null);
  return { state: isSending ? "sending" : "waiting", waiting: bundles.length };
}
