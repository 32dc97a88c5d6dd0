import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { sessionQuery } from "#web/features/account/session.ts";
import { ArchiveView } from "#web/features/memories/archive/archive-view.tsx";
import { connectOmi } from "#web/features/omi/api.ts";
import { settingsQuery } from "#web/features/settings/api.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";
import { QueryState } from "#web/ui/state/query-state.tsx";

/** The MemoryBank view; closing it leads to the profile. */
export function MemoriesPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { tab = "list" } = useSearch({ from: "/memories" });
  const session = useQuery(sessionQuery);
  const user = session.data;
  const { productName } = usePublicSettings();
  const isDemo = useQuery(settingsQuery).data?.demoMode === true;
  const toProfile = () => void navigate({ to: "/me" });
  return (
    <>
      <PageTitle view="Memory Archive" />
      {user === undefined ? (
        <div className={styles.centre}>
          <QueryState
            query={session}
            title="No user ID found. Please log in."
            label="Loading your memories"
            isLabelVisible
          />
        </div>
      ) : (
        <ArchiveView
          key={user.userId}
          userId={user.userId}
          productName={productName}
          isDemo={isDemo}
          tab={tab}
          onTab={(next) =>
            void navigate({
              to: "/memories",
              search: next === "graph" ? { tab: next } : {},
              replace: true,
            })
          }
          onClose={toProfile}
          onCreate={() => void navigate({ to: "/me", search: { dialog: "create-memory" } })}
          onConnectOmi={() =>
            void connectOmi(client, () => void navigate({ to: ".", search: { dialog: "settings" } }))
          }
        />
      )}
    </>
  );
}
