import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { INVITE_CODE_MS } from "#shared/features/communities/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import styles from "./invite-section.module.css";
import { peopleQueries, useChangeInvite } from "../panel/people-api.ts";

/** A shown code is replaced this long before it ends, in milliseconds. */
const SPARE_MS = 60_000;

/** Invitations: a link to send, and a code for a user who stands beside the admin. */
export function InviteSection({ communityId }: { communityId: string }) {
  const link = useQuery(peopleQueries.inviteLink(communityId));
  const change = useChangeInvite(communityId);
  const [isResetting, setIsResetting] = useState(false);
  const [isCodeShown, setIsCodeShown] = useState(false);
  const token = link.data?.token ?? null;
  const problem = change.error ?? (link.data === undefined ? link.error : null);
  return (
    <section className={styles.section} aria-label="Invitations">
      <h3 className={styles.heading}>Invite people</h3>
      <p className={styles.note}>
        Whoever opens an invitation and is signed in becomes a member. The history says who invited them.
      </p>
      {token === null ? null : (
        <>
          <input className={styles.link} readOnly aria-label="Invite link" value={addressOf(token)} />
          <p className={styles.note}>
            Made by {link.data?.madeBy ?? "somebody"}. It holds until you make it anew or end it.
          </p>
        </>
      )}
      <FormMessage message={problem?.message ?? null} />
      <div className={styles.buttons}>
        {token === null ? (
          <Button isBusy={change.isPending} onClick={() => change.mutate("reset")}>
            Make an invite link
          </Button>
        ) : (
          <>
            <Button variant="primary" onClick={() => void copy(addressOf(token))}>
              Copy link
            </Button>
            <Button isBusy={change.isPending} onClick={() => setIsResetting(true)}>
              Make it anew
            </Button>
            <Button variant="plain" isBusy={change.isPending} onClick={() => change.mutate("end")}>
              End it
            </Button>
          </>
        )}
        <Button aria-expanded={isCodeShown} onClick={() => setIsCodeShown(!isCodeShown)}>
          {isCodeShown ? "Hide the code" : "Show a code"}
        </Button>
      </div>
      {isCodeShown ? <InviteCode communityId={communityId} /> : null}
      <Confirm
        isOpen={isResetting}
        title="Make the link anew?"
        message="The link you have sent to people until now stops working."
        confirmLabel="Make it anew"
        onConfirm={() => {
          setIsResetting(false);
          change.mutate("reset");
        }}
        onCancel={() => setIsResetting(false)}
      />
    </section>
  );
}

function InviteCode({ communityId }: { communityId: string }) {
  const code = useQuery({
    ...peopleQueries.inviteCode(communityId),
    refetchInterval: INVITE_CODE_MS - SPARE_MS,
  });
  if (code.data === undefined)
    return code.isError ? <FormMessage message={code.error.message} /> : <Spinner label="Making a code" />;
  const { token, expiresAt } = code.data;
  return (
    <div className={styles.code}>
      <QrCode text={addressOf(token)} label="Invitation: scan it with a phone's camera" />
      <p className={styles.note}>
        Let somebody beside you scan it. Good until{" "}
        <time dateTime={expiresAt}>{timeFormat.format(new Date(expiresAt))}</time>.
      </p>
    </div>
  );
}

function addressOf(token: string): string {
  return new URL(`/join/${token}`, location.href).href;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "done", text: "Link copied." });
  } catch {
    showToast({
      kind: "problem",
      text: "The browser does not let us copy. Please select the link and copy it.",
    });
  }
}

const timeFormat = new Intl.DateTimeFormat("en", { timeStyle: "short" });
