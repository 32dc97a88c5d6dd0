import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { readInvite } from "#shared/features/communities/invite-contract.ts";
import { removedSentence } from "#shared/features/communities/removed.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho, type Who } from "#web/features/account/session.ts";
import { dropTakenUp, useTakenUp } from "#web/features/account/taken-up.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { CommunityPhoto } from "#web/features/communities/community-header.tsx";
import { peopleQueries, useRedeemInvite } from "#web/features/communities/people-api.ts";
import { ApiError } from "#web/lib/server/api-error.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

type Invitation = ResponseOf<typeof readInvite>;

const route = getRouteApi("/join/$token");

/** Target of an invite link and of a scanned code. */
export function JoinPage() {
  const { token } = route.useParams();
  const { communityNoun } = usePublicSettings();
  const invitation = useQuery(peopleQueries.invitation(token));
  const who = useWho();
  const openDialog = useOpenDialog();
  const openDoor = (mode: "sign-up" | "sign-in") =>
    openDialog({ dialog: "account", mode, to: "join", id: token });
  const redeem = useRedeemInvite();
  const navigate = useNavigate();
  const { data } = invitation;
  const enter = (id: string) => void navigate({ to: "/community/$id", params: { id }, replace: true });
  const join = () =>
    redeem.mutate(token, {
      onSuccess: ({ loobricateId }) => enter(loobricateId),
      // The user was removed in the meantime, or has signed in since: the invitation leads to asking now.
      onError: () => void invitation.refetch(),
    });
  const isAwaited = useTakenUp("join", token) && who.kind === "person" && data !== undefined;
  useEffect(() => {
    // The guest has signed up or in to join, so no second tap is needed.
    if (!isAwaited) return;
    dropTakenUp();
    if (data.isMember) enter(data.loobricateId);
    else if (data.leadsTo !== "ask") join();
    // Run only once, when all of it is loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAwaited]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view={`Join a ${communityNoun}`} />
        {data === undefined ? (
          <Missing error={invitation.error} onRetry={() => void invitation.refetch()} />
        ) : (
          <>
            <header className={styles.person}>
              <CommunityPhoto name={data.name} url={data.profilePhoto} size={72} />
              <div>
                <h1>{data.name}</h1>
                <p className={styles.lead}>
                  {data.invitedBy ?? "An admin"} invites you to this {communityNoun}.{" "}
                  {data.memberCount === 1 ? "1 member" : `${data.memberCount} members`}.
                </p>
              </div>
            </header>
            {data.description === "" ? null : <p>{data.description}</p>}
            <FormMessage message={data.leadsTo === "ask" ? null : problemsOf(redeem.error, []).message} />
            <div className={styles.actions}>
              <Ways invitation={data} who={who} isJoining={redeem.isPending} {...{ join, openDoor }} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

interface WaysProps {
  invitation: Invitation;
  who: Who;
  isJoining: boolean;
  join: () => void;
  openDoor: (mode: "sign-up" | "sign-in") => void;
}

function Ways({ invitation, who, isJoining, join, openDoor }: WaysProps) {
  if (invitation.isMember)
    return (
      <Link to="/community/$id" params={{ id: invitation.loobricateId }} className={buttonClass("primary")}>
        You’re in. Open {invitation.name}
      </Link>
    );
  if (who.kind === "unknown") return <UnknownUser error={who.error} label="Loading" rows={1} shape="line" />;
  if (who.kind === "guest")
    return (
      <>
        <Button variant="primary" onClick={() => openDoor("sign-up")}>
          Sign Up to join
        </Button>
        <Button onClick={() => openDoor("sign-in")}>Sign In</Button>
      </>
    );
  if (invitation.leadsTo === "ask")
    return (
      <>
        <p>{removedSentence(invitation.name)}</p>
        <Link to="/community/$id" params={{ id: invitation.loobricateId }} className={buttonClass("primary")}>
          Open {invitation.name}
        </Link>
      </>
    );
  return (
    <Button variant="primary" isBusy={isJoining} onClick={join}>
      {isJoining ? "Joining..." : "Join"}
    </Button>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Spinner label="Reading the invitation" isLabelVisible />;
  if (error instanceof ApiError && (error.code === "gone" || error.status === 400))
    return <EmptyState isPage title="This invitation has ended" text="Please ask for a new one." />;
  return <ErrorState isPage title="The invitation did not load" text={error.message} onRetry={onRetry} />;
}
