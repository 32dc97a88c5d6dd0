import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { MyCamps } from "#web/features/communities/my-camps.tsx";
import { FindCommunity } from "#web/features/communities/join/find-community.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Card, cardCover } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/state/query-state.tsx";
import styles from "../page.module.css";

/** The user's communities and venues, with a link to find another. */
export function MyCampsSection() {
  const communities = useQuery(communitiesQuery);
  const navigate = useNavigate();
  const { communityNoun } = usePublicSettings();
  return (
    <section className={styles.stack} aria-labelledby="my-camps">
      <h2 id="my-camps">My Camps</h2>
      <Loaded query={communities} title="Your camps did not load" label="Loading your camps">
        {(all) => (
          <>
            <MyCamps
              communities={all.filter(({ role }) => role !== null)}
              onOpen={(id) => void navigate({ to: "/community/$id", params: { id } })}
              add={({ card, words }) => (
                <Card isTappable className={card}>
                  <Plus aria-hidden size={28} strokeWidth={1.8} />
                  <span className={words}>
                    <Link to="/add" search={{ type: "loobricate" }} className={cardCover}>
                      <strong>Add Camp</strong>
                    </Link>
                    <span>Join or create</span>
                  </span>
                </Card>
              )}
            />
            <FindCommunity
              communities={all.filter(({ role }) => role === null)}
              noun={communityNoun}
              link={({ id, className, children }) => (
                <Link to="/community/$id" params={{ id }} className={className}>
                  {children}
                </Link>
              )}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
