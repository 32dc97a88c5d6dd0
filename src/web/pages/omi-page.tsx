import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { confirmOmiLink } from "#shared/features/omi/contract.ts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useWho } from "#web/features/account/session.ts";
import { omiLinkQuery } from "#web/features/omi/api.ts";
import { OmiProof } from "#web/features/omi/omi-proof.tsx";
import { call } from "#web/lib/server/api-client.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

/**
 * Target of Omi's redirect, with `uid` and `state`. Both are used once and removed from the address. A user who has entered an Omi account
 * types its code here.
 */
export function OmiPage() {
  const { uid, state } = useSearch({ strict: false }) as { uid?: unknown; state?: unknown };
  const [proof] = useState(() =>
    typeof uid === "string" && typeof state === "string" ? { omiUid: uid, state } : null,
  );
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, ...confirm } = useMutation({
    mutationFn: async (body: { omiUid: string; state: string }) => call(confirmOmiLink, { body }),
    onSuccess: ({ link }) => client.setQueryData(omiLinkQuery.queryKey, link),
  });
  useEffect(() => {
    if (proof === null) return;
    mutate(proof);
    void navigate({ to: "/omi", search: {}, replace: true });
  }, [proof, mutate, navigate]);
  const who = useWho();
  const isKnown = who.kind === "person";
  const isConfirming = proof !== null && (confirm.isIdle || confirm.isPending);
  const link = useQuery({ ...omiLinkQuery, enabled: isKnown && !isConfirming });
  return (
    <>
      <PageTitle view="Omi" />
      {content()}
    </>
  );

  function content(): ReactNode {
    if (isConfirming) return <Spinner label="Connecting Omi" isLabelVisible />;
    if (confirm.isError) return <NotConnected text={confirm.error.message} />;
    if (who.kind === "unknown" && who.error === null)
      return <Spinner label="Looking up your Omi link" isLabelVisible />;
    if (!isKnown) return <NotConnected text="Connect it in Settings." />;
    if (link.data === undefined) {
      return <QueryState query={link} title="Your Omi link did not load" label="Looking up your Omi link" />;
    }
    if (link.data.proof !== null) {
      return (
        <div className={styles.page}>
          <div className={styles.column}>
            <h1>Connect Omi</h1>
            <OmiProof proof={link.data.proof} before={confirm.data ?? null} />
          </div>
        </div>
      );
    }
    if (!link.data.isLinked) return <NotConnected text="Connect it in Settings." />;
    return (
      <EmptyState title="Omi is connected" text="Its memories come within a few minutes.">
        <SettingsLink />
      </EmptyState>
    );
  }
}

function NotConnected({ text }: { text: string }) {
  return (
    <EmptyState title="Omi is not connected" text={text}>
      <SettingsLink />
    </EmptyState>
  );
}

function SettingsLink() {
  return (
    <Link className={buttonClass("primary")} to="/" search={{ dialog: "settings" }}>
      Settings
    </Link>
  );
}
