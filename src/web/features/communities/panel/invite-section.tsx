import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { INVITE_CODE_MS } from "#shared/features/communities/limits.ts";
import { usePublicAddress } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { OnlyHereNote } from "#web/ui/form/only-here-note.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { copyLink, inviteAddress } from "../join/invite-link.ts";
import styles from "./panel.module.css";
import { peopleQueries, useChangeInvite } from "../people-api.ts";

/** Milliseconds before its expiry at which a displayed code is replaced. */
const SPARE_MS = 60_000;

/** Invitations: a link to send, and a code for a user standing next to the admin. */
export function InviteSection({ communityId }: { communityId: string }) {
  const link = useQuery(peopleQueries.inviteLink(communityId));
  const change = useChangeInvite(communityId);
  const [isResetting, setIsResetting] = useState(false);
  const [isCodeShown, setIsCodeShown] = useState(false);
  const { origin } = usePublicAddress();
  const token = link.data?.token ?? null;
  const problem = change.error ?? (link.data === undefined ? link.error : null);
  return (
    <section className={styles.section} aria-label="Invitations">
      <h3 className={styles.heading}>Invite people</h3>
      <p className={styles.note}>
        Anyone signed in who opens this link becomes a member. History shows who invited them.
      </p>
      {token === null ? null : (
        <>
          <input
            className={styles.inviteLink}
            readOnly
            aria-label="Invite link"
            value={inviteAddress(origin, token)}
          />
          <p className={styles.note}>
            Made by {link.data?.madeBy ?? "an admin"}. Works until you replace it or turn it off.
          </p>
        </>
      )}
      <OnlyHereNote />
      <FormMessage message={problem?.message ?? null} />
      <div className={styles.buttons}>
        {token === null ? (
          <Button isBusy={change.isPending} onClick={() => change.mutate("reset")}>
            Make an invite link
          </Button>
        ) : (
          <>
            <Button variant="primary" onClick={() => void copyLink(inviteAddress(origin, token))}>
              Copy link
            </Button>
            <Button isBusy={change.isPending} onClick={() => setIsResetting(true)}>
              Replace link
            </Button>
            <Button variant="plain" isBusy={change.isPending} onClick={() => change.mutate("end")}>
              Turn off
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
        title="Replace the link?"
        message="The link you have already sent stops working, and so do codes that were shown before."
        confirmLabel="Replace link"
        onConfirm={() => change.mutate("reset")}
        onClose={() => setIsResetting(false)}
      />
    </section>
  );
}

function InviteCode({ communityId }: { communityId: string }) {
  const { origin } = usePublicAddress();
  const code = useQuery({
    ...peopleQueries.inviteCode(communityId),
    refetchInterval: INVITE_CODE_MS - SPARE_MS,
  });
  if (code.data === undefined)
    return code.isError ? <FormMessage message={code.error.message} /> : <Spinner label="Making a code" />;
  const { token, expiresAt } = code.data;
  return (
    <div className={styles.inviteCode}>
      <QrCode text={inviteAddress(origin, token)} label="Invitation: scan it with a phone's camera" />
      <p className={styles.note}>
        Have them scan this. Good until{" "}
        <time dateTime={expiresAt}>{timeFormat.format(new Date(expiresAt))}</time>.
      </p>
    </div>
  );
}

const timeFormat = new Intl.DateTimeFormat("en", { timeStyle: "short" });
