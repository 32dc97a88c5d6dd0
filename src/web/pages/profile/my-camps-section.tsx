import { useQuery } from "@tanstack/react-query";
import { communitiesQuery } from "#web/features/communities/communities-query.ts";
import { MyCamps } from "#web/features/communities/my-camps.tsx";
import { FindCommunity } from "#web/features/communities/join/find-community.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Loaded } from "#web/ui/state/query-state.tsx";
import styles from "../page.module.css";

/** The user's communities and venues, with a link to find another. */
export function MyCampsSection() {
  const communities = useQuery(communitiesQuery);
  const { communityNoun } = usePublicSettings();
  return (
    <section className={styles.stack} aria-labelledby="my-camps">
      <h2 id="my-camps">My Camps</h2>
      <Loaded query={communities} title="Your camps did not load" label="Loading your camps">
        {(all) => (
          <>
            <MyCamps communities={all.filter(({ role }) => role !== null)} />
            <FindCommunity communities={all.filter(({ role }) => role === null)} noun={communityNoun} />
          </>
        )}
      </Loaded>
    </section>
  );
}
