import { useQuery } from "@tanstack/react-query";
import { MAX_JOIN_QUESTIONS } from "#shared/features/communities/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { panelLabels } from "./panel-draft.ts";
import { peopleQueries, useChangePeople } from "../people-api.ts";
import type { Panel } from "./use-panel.ts";
import { InviteSection } from "./invite-section.tsx";
import styles from "./panel.module.css";

/** Ways to join a community: requests to join, questions and invitations. */
export function JoiningPanel({ panel }: { panel: Panel }) {
  const communityId = panel.base.id;
  return (
    <div className={styles.panel}>
      <Requests communityId={communityId} />
      <TextArea
        data-about-things
        label={panelLabels.joinQuestions}
        hint={`One question per line, at most ${MAX_JOIN_QUESTIONS}. With none, people can ask with one tap.`}
        rows={3}
        value={panel.draft.joinQuestions}
        error={panel.problems.fields["joinQuestions"] ?? null}
        onChange={(event) => panel.change({ joinQuestions: event.currentTarget.value })}
      />
      <InviteSection communityId={communityId} />
    </div>
  );
}

function Requests({ communityId }: { communityId: string }) {
  const requests = useQuery(peopleQueries.requests(communityId));
  const decide = useChangePeople();
  return (
    <section className={styles.section} aria-label="Requests">
      <h3 className={styles.heading}>Who wants to join</h3>
      <FormMessage message={decide.error} />
      {requests.data === undefined ? (
        <QueryState query={requests} title="The requests did not load" label="Loading requests" />
      ) : requests.data.length === 0 ? (
        <p className={styles.note}>No requests</p>
      ) : (
        <ul>
          {requests.data.map(({ id, pseudonym, answers }) => (
            <li key={id} className={styles.row}>
              <span className={styles.person}>{pseudonym}</span>
              <span className={styles.buttons}>
                {(["accept", "decline"] as const).map((decision) => (
                  <Button
                    key={decision}
                    variant={decision === "accept" ? "primary" : "outline"}
                    isBusy={decide.isPending}
                    aria-label={`${decision === "accept" ? "Accept" : "Decline"} ${pseudonym}`}
                    onClick={() =>
                      decide.mutate({ kind: "decide", communityId, requestId: id, pseudonym, decision })
                    }
                  >
                    {decision === "accept" ? "Accept" : "Decline"}
                  </Button>
                ))}
              </span>
              {answers.length === 0 ? null : (
                <dl className={styles.answers}>
                  {answers.map(({ question, answer }) => (
                    <div key={question}>
                      <dt className={styles.question}>{question}</dt>
                      <dd className={styles.answer}>{answer}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
