import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { AppFooter } from "./app-footer.tsx";
import { AppHeader } from "./app-header.tsx";
import styles from "./app.module.css";

import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { DialogPlace } from "#web/dialogs/dialog-place.tsx";
import { settingsQuery } from "#web/features/settings/api.ts";
import { defaultPublicSettings, PublicSettingsContext } from "#web/lib/server/public-settings.ts";
import { useConnection } from "./use-connection.ts";
import { ConnectionBadge } from "#web/ui/state/connection-badge.tsx";
import { ToastRegion } from "#web/ui/overlay/toast-region.tsx";

/** Layout around every view: header, connection line, footer, dialogs and toasts. */
export function AppLayout() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isMap = pathname.startsWith("/explore");
  const settings = useQuery(settingsQuery).data ?? defaultPublicSettings;
  return (
    <PublicSettingsContext value={settings}>
      <div className={styles.app} data-map={isMap || undefined}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <AppHeader
          isOverMap={isMap}
          isCommunity={pathname.startsWith("/community/")}
          isChat={pathname === "/"}
        />
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
