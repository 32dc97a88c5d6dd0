import { Link } from "@tanstack/react-router";
import type { RecentDiscovery } from "#shared/features/profile/contract.ts";
import { DiscoveryCard } from "#web/features/profile/discovery-card.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "../page.module.css";

export function RecentDiscoveries({ discoveries }: { discoveries: readonly RecentDiscovery[] }) {
  return (
    <section className={styles.stack} aria-labelledby="recent-discoveries">
      <h2 id="recent-discoveries">Recent Discoveries</h2>
      {discoveries.length === 0 ? (
        <EmptyState title="No discoveries yet" text="Explore to discover communities, art, and events!">
          <Link to="/explore" className={buttonClass("primary")}>
            Explore Map
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {discoveries.map((discovery) => (
            <li key={`${discovery.type}:${discovery.id}`}>
              <DiscoveryCard discovery={discovery} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
