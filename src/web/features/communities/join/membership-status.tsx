import { type ReactNode, useEffect, useState } from "react";
import type { Community } from "#shared/features/communities/contract.ts";
import { requestToJoin } from "#shared/features/communities/people-contract.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { useOutbox } from "#web/offline/outbox/outbox-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import styles from "../community.module.css";
import { JoinForm } from "./join-form.tsx";
import { useChangePeople, useAnswerAdminInvitation } from "../people-api.ts";

interface MembershipStatusProps {
  community: Community;
  /** This server's term for a community. */
  noun: string;
  /** Null for a guest; unknown until the server has responded. */
  user: { userId: string; pseudonym: string } | null | "unknown";
  /** The user has just signed up in order to ask to join. */
  isAwaited: boolean;
  /** The request to join after sign-up was started. */
  onTaken: () => void;
  onSignUp: () => void;
  onAdminLogin: () => void;
  onInvite: () => void;
  onOpenPanel: () => void;
}

/** The user's role in a community, and the available actions. */
export function MembershipStatus(props: MembershipStatusProps) {
  const { community, noun, user, isAwaited, onTaken, onSignUp, onAdminLogin, onInvite, onOpenPanel } = props;
  const isAdmin = community.role === "admin";
  return (
    <div className={styles.membership}>
      {community.elevatedUntil === null ? null : (
        <p className={styles.note}>
          You are an admin by login until <Moment at={community.elevatedUntil} />.
        </p>
      )}
      {community.isAskedToBeAdmin === true ? <AdminInvitation community={community} /> : null}
      {user === "unknown" ? (
        <Skeleton label="Loading" rows={1} shape="line" />
      ) : user === null ? (
        <>
          <p className={styles.note}>Sign up to ask to join.</p>
          <div className={styles.actions}>
            <Button variant="primary" onClick={onSignUp}>
              Ask to join
            </Button>
            <Button onClick={onAdminLogin}>Admin Login</Button>
          </div>
        </>
      ) : (
        <Joining community={community} noun={noun} user={user} isAwaited={isAwaited} onTaken={onTaken}>
          {isAdmin ? (
            <>
              <Button variant="primary" aria-haspopup="dialog" onClick={onInvite}>
                Invite
              </Button>
              <Button aria-haspopup="dialog" onClick={onOpenPanel}>
                Admin Panel
              </Button>
            </>
          ) : (
            <Button aria-haspopup="dialog" onClick={onAdminLogin}>
              Admin Login
            </Button>
          )}
        </Joining>
      )}
    </div>
  );
}

interface JoiningProps {
  community: Community;
  noun: string;
  user: { userId: string; pseudonym: string };
  isAwaited: boolean;
  onTaken: () => void;
  /** Further buttons. */
  children: ReactNode;
}

function Joining({ community, noun, user, isAwaited, onTaken, children }: JoiningProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const change = useChangePeople();
  const { id: communityId, name: communityName, joinRequest } = community;
  const belongs = [...community.adminIds, ...community.memberIds].includes(user.userId);
  const isQueued = useOutbox().operations.some(
    ({ endpointId, params }) => endpointId === requestToJoin.id && params?.["communityId"] === communityId,
  );
  const isPending = joinRequest?.state === "pending";
  const showResult = (status: "sent" | "queued", sent: string) =>
    showToast({
      kind: status === "sent" ? "done" : "info",
      text: status === "sent" ? sent : "Saved on this device until the server can be reached.",
    });

  function leave(): void {
    setIsLeaving(false);
    const person = { id: user.userId, pseudonym: user.pseudonym };
    change.mutate(
      { kind: "leave", communityId, communityName, person },
      { onDone: ({ status }) => showResult(status, `You have left ${communityName}.`) },
    );
  }
  function ask(answers: readonly { question: string; answer: string }[]): void {
    change.mutate(
      { kind: "request", communityId, communityName, answers },
      {
        onDone: ({ status }) => {
          setIsAsking(false);
          showResult(status, "Your request is with the admins.");
        },
      },
    );
  }
  const begin = () => (community.joinQuestions.length === 0 ? ask([]) : setIsAsking(true));
  useEffect(() => {
    if (!isAwaited) return;
    onTaken();
    if (!belongs && !isPending && !isQueued) begin();
    // Once, after the user has signed up or in.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAwaited]);
  return (
    <>
      {isPending ? <p className={styles.note}>You have asked to join. An admin will answer.</p> : null}
      {isQueued ? <p className={styles.note}>Your request waits on this device to be sent.</p> : null}
      {joinRequest?.state === "declined" && !belongs ? (
        <p className={styles.note}>Your last request was declined. You can ask again, or talk to an admin.</p>
      ) : null}
      {isAsking ? (
        <JoinForm
          questions={community.joinQuestions}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={ask}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <>
          <FormMessage message={change.error} />
          <div className={styles.actions}>
            {belongs || isPending || isQueued ? null : (
              <Button
                variant={community.role === "admin" ? "outline" : "primary"}
                isBusy={change.isPending}
                onClick={begin}
              >
                Ask to join
              </Button>
            )}
            {isPending ? (
              <Button
                isBusy={change.isPending}
                onClick={() => change.mutate({ kind: "withdraw", communityId, communityName })}
              >
                Withdraw request
              </Button>
            ) : null}
            {children}
            {belongs ? (
              <Button variant="plain" isBusy={change.isPending} onClick={() => setIsLeaving(true)}>
                Leave
              </Button>
            ) : null}
          </div>
        </>
      )}
      {isLeaving ? (
        <Confirm
          isOpen
          title={`Leave ${communityName}?`}
          message={`You will not see its members and contacts any more. To come back, ask its admins. What you shared with this ${noun} stays.`}
          confirmLabel="Leave"
          onConfirm={leave}
          onClose={() => setIsLeaving(false)}
        />
      ) : null}
    </>
  );
}

/** Asks a member to accept or decline the admin role, after another admin has nominated them. */
function AdminInvitation({ community: { id, name } }: { community: Community }) {
  const answer = useAnswerAdminInvitation(id, name);
  return (
    <section className={styles.membership} aria-label="You are asked to be an admin">
      <p>
        You are asked to be an admin of {name}. Admins can change everything about it, and the last one has to
        stay.
      </p>
      <FormMessage message={problemsOf(answer.error, []).message} />
      <div className={styles.actions}>
        <Button variant="primary" isBusy={answer.isPending} onClick={() => answer.mutate("accept")}>
          Accept
        </Button>
        <Button isBusy={answer.isPending} onClick={() => answer.mutate("decline")}>
          Decline
        </Button>
      </div>
    </section>
  );
}
