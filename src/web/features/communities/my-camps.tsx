import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { Community } from "#shared/features/communities/contract.ts";
import { isUnanswered } from "#web/lib/server/api-error.ts";
import { Card, cardCover } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { CommunityPhoto } from "./community-header.tsx";
import styles from "./community.module.css";
import { useOpenCommunity } from "./api.ts";

/** The user's communities and venues. A click logs into one without a password. */
export function MyCamps({ communities }: { communities: readonly Community[] }) {
  const navigate = useNavigate();
  const open = useOpenCommunity();
  return (
    <>
      <ul className={styles.camps}>
        {communities.map((community) => (
          <li key={community.id}>
            <Card isTappable className={styles.camp}>
              <CommunityPhoto name={community.name} url={community.profilePhoto} size={52} />
              <div className={styles.campWords}>
                <button
                  type="button"
                  className={`${cardCover} ${styles.campName}`}
                  aria-busy={open.isPending || undefined}
                  onClick={() =>
                    open.mutate(community.id, {
                      // Without an answer, the page shows the cached data; a refusal is displayed.
                      onSettled: (_, error) => {
                        if (error === null || isUnanswered(error))
                          void navigate({ to: "/community/$id", params: { id: community.id } });
                      },
                    })
                  }
                >
                  {community.name}
                </button>
                <span className={styles.campFacts}>
                  {community.type === "venue" ? "Venue" : "Community"}
                  {community.role === "admin" ? <Tag className={styles.role}>Admin</Tag> : null}
                </span>
              </div>
            </Card>
          </li>
        ))}
        <li>
          <Card isTappable className={`${styles.camp} ${styles.add}`}>
            <Plus aria-hidden size={28} strokeWidth={1.8} />
            <span className={styles.campWords}>
              <Link to="/add" search={{ type: "loobricate" }} className={cardCover}>
                <strong>Add Camp</strong>
              </Link>
              <span>Join or create</span>
            </span>
          </Card>
        </li>
      </ul>
      <FormMessage
        message={
          open.error === null || isUnanswered(open.error) ? null : "Failed to authenticate with loobricate"
        }
      />
    </>
  );
}
