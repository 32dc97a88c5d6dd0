import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { CommunityPhoto } from "#web/features/communities/community-header.tsx";
import { peopleQueries, useRedeemInvite } from "#web/features/communities/panel/people-api.ts";
import { ApiError } from "#web/lib/server/api-client.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/join/$token");

/** Where an invite link and a scanned code lead. */
export function JoinPage() {
  const { token } = route.useParams();
  const { communityNoun } = usePublicSettings();
  const invitation = useQuery(peopleQueries.invitation(token));
  const user = useSession();
  const openDialog = useOpenDialog();
  const redeem = useRedeemInvite();
  const navigate = useNavigate();
  const { data } = invitation;
  const isVisitor = user?.isAnonymous !== false;
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
            <FormMessage message={problemsOf(redeem.error, []).message} />
            <div className={styles.actions}>
              {data.isMember ? (
                <Link
                  to="/community/$id"
                  params={{ id: data.loobricateId }}
                  className={buttonClass("primary")}
                >
                  You are in: open it
                </Link>
              ) : isVisitor ? (
                <>
                  <Button
                    variant="primary"
                    onClick={() => openDialog({ dialog: "account", mode: "sign-up" })}
                  >
                    Sign Up to join
                  </Button>
                  <Button onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>Sign In</Button>
                </>
              ) : (
                <Button
                  variant="primary"
                  isBusy={redeem.isPending}
                  onClick={() =>
                    redeem.mutate(token, {
                      onSuccess: ({ loobricateId }) =>
                        void navigate({ to: "/community/$id", params: { id: loobricateId }, replace: true }),
                    })
                  }
                >
                  {redeem.isPending ? "Joining..." : "Join"}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <Spinner label="Reading the invitation" isLabelVisible />;
  if (error instanceof ApiError && (error.code === "gone" || error.status === 400))
    return <EmptyState isPage title="This invitation has ended" text="Please ask for a new one." />;
  return <ErrorState isPage title="The invitation did not load" text={error.message} onRetry={onRetry} />;
}
