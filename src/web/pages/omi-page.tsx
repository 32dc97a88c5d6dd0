import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { omiContract, omiLinkQuery } from "../features/omi/api.ts";
import { call } from "../lib/api-client.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { PageTitle } from "./page-title.tsx";

/** Where Omi leads people back to, with `uid` and `state`: they are used once and leave the address. */
export function OmiPage() {
  const { uid, state } = useSearch({ strict: false }) as { uid?: unknown; state?: unknown };
  const [given] = useState(() =>
    typeof uid === "string" && typeof state === "string" ? { omiUid: uid, state } : null,
  );
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, ...confirm } = useMutation({
    mutationFn: async (body: { omiUid: string; state: string }) =>
      call((await omiContract()).confirmOmiLink, { body }),
    onSuccess: (link) => client.setQueryData(omiLinkQuery.queryKey, link),
  });
  useEffect(() => {
    if (given === null) return;
    mutate(given);
    void navigate({ to: "/omi", search: {}, replace: true });
  }, [given, mutate, navigate]);
  const settings = (
    <Link className={buttonClass("primary")} to="/" search={{ dialog: "settings" }}>
      Settings
    </Link>
  );
  return (
    <>
      <PageTitle view="Omi" />
      {given !== null && confirm.isPending ? <Spinner label="Connecting Omi" isLabelVisible /> : null}
      {confirm.isSuccess ? (
        <EmptyState title="Omi is connected" text="Its memories come within a few minutes.">
          {settings}
        </EmptyState>
      ) : null}
      {given === null || confirm.isError ? (
        <EmptyState
          title="Omi is not connected"
          text={confirm.error?.message ?? "Connecting begins in the settings."}
        >
          {settings}
        </EmptyState>
      ) : null}
    </>
  );
}
