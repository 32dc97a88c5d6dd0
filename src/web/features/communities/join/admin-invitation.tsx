import type { Community } from "#shared/features/communities/contract.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import styles from "../community.module.css";
import { useAnswerAdminInvitation } from "../panel/people-api.ts";

/** Asks a member to accept or decline being an admin, after another admin has named them. */
export function AdminInvitation({ community: { id, name } }: { community: Community }) {
  const answer = useAnswerAdminInvitation(id, name);
  return (
    <section className={styles.standing} aria-label="You are asked to be an admin">
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
