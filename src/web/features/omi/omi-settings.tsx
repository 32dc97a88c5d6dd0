import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type OmiLink, beginOmiLink, endOmiLink, pullOmi } from "#shared/features/omi/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Part } from "#web/ui/part.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { omiLinkQuery } from "./api.ts";
import { RefusedWrites } from "./refused-writes.tsx";
import styles from "./omi.module.css";

/** Links the account to Omi, or ends the link. Renders nothing when this server is not connected to Omi. */
export function OmiSettings() {
  const link = useQuery(omiLinkQuery);
  if (link.data?.isAvailable === false) return null;
  return (
    <Part heading="Omi">
      {link.data === undefined ? (
        <QueryState query={link} title="Your Omi link did not load" label="Looking up your Omi link" />
      ) : (
        <LinkState link={link.data} />
      )}
    </Part>
  );
}

function LinkState({ link }: { link: OmiLink }) {
  return (
    <>
      {link.proof === null ? null : <Unproven />}
      {link.isLinked ? <Linked link={link} /> : null}
      {link.proof === null && !link.isLinked ? <Unlinked /> : null}
      <RefusedWrites refused={link.refused} />
    </>
  );
}

/** Links to a separate page, because these settings are already a form. */
function Unproven() {
  return (
    <>
      <p>
        Your Omi account still needs its code. Until you type it, Looby fetches nothing from it and sends
        nothing to it.
      </p>
      <Link className={buttonClass("primary")} to="/omi" search={{}}>
        Enter the code
      </Link>
    </>
  );
}

function Unlinked() {
  const begin = useMutation({
    mutationFn: async () => call(beginOmiLink, { body: {} }),
    // In the same window: Omi redirects back to it.
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <p>Your Omi’s memories then appear next to yours, and you can send it memories from here.</p>
      <Button isBusy={begin.isPending} onClick={() => begin.mutate()}>
        {begin.isPending ? "Going to Omi..." : "Connect Omi"}
      </Button>
      <FormMessage message={begin.error?.message ?? null} />
    </>
  );
}

function Linked({ link }: { link: OmiLink }) {
  const client = useQueryClient();
  const pull = useMutation({
    mutationFn: async () => call(pullOmi, { body: {} }),
    // An interrupted fetch may have brought data, too.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(omiLinkQuery),
        client.invalidateQueries({ queryKey: ["memories"] }),
      ]),
  });
  const unlink = useMutation({
    mutationFn: async () => call(endOmiLink, {}),
    onSuccess: (now) => client.setQueryData(omiLinkQuery.queryKey, now),
  });
  return (
    <>
      <p>
        {`Connected. ${fetchedInWords(link)}`}
        {link.waiting === 0 ? "" : ` ${link.waiting} waiting to be sent.`}
      </p>
      {link.trouble === null || pull.isError ? null : (
        <p role="status">{`Fetching failed last time. ${link.trouble}`}</p>
      )}
      <div className={styles.actions}>
        <Button isBusy={pull.isPending} onClick={() => pull.mutate()}>
          {pull.isPending ? "Fetching..." : link.trouble === null ? "Fetch memories now" : "Try again"}
        </Button>
        <Button isBusy={unlink.isPending} onClick={() => unlink.mutate()}>
          {unlink.isPending ? "Disconnecting..." : "Disconnect Omi"}
        </Button>
      </div>
      <p role="status">{pull.data === undefined ? null : pulledInWords(pull.data)}</p>
      <FormMessage message={pull.error?.message ?? unlink.error?.message ?? null} />
    </>
  );
}

function fetchedInWords({ pulledAt, hasMore }: OmiLink): string {
  if (pulledAt === null) return "Its memories come within a few minutes.";
  const rest = hasMore ? " More of them come within a few minutes." : "";
  return `Memories last fetched ${new Date(pulledAt).toLocaleString()}.${rest}`;
}

function pulledInWords({ imported, hasMore }: { imported: number; hasMore: boolean }): string {
  const found =
    imported === 0 ? "Nothing new." : imported === 1 ? "1 new memory." : `${imported} new memories.`;
  return hasMore ? `${found} The rest follows within minutes.` : found;
}
