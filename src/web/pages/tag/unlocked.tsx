import { Link } from "@tanstack/react-router";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "../page.module.css";

interface UnlockedProps {
  name: string;
  /** Null if there is no community page to link to. */
  communityId: string | null;
}

/** Shows that a tap has discovered the community a resource belongs to. */
export function Unlocked({ name, communityId }: UnlockedProps) {
  return (
    <p className={styles.person} role="status">
      <Lamp size={44} />
      <span>
        You found{" "}
        {communityId === null ? (
          name
        ) : (
          <Link to="/community/$id" params={{ id: communityId }}>
            {name}
          </Link>
        )}
        !
      </span>
    </p>
  );
}
