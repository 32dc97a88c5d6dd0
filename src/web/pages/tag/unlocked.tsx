import { Link } from "@tanstack/react-router";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "../page.module.css";

interface UnlockedProps {
  name: string;
  /** Null when there is no community page to link to. */
  communityId: string | null;
}

/** Says that a tap has found the community a thing belongs to. */
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
