import { Link } from "@tanstack/react-router";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "../page.module.css";

interface UnlockedProps {
  communityNoun: string;
  name: string;
  /** Null: there is nothing behind the name to go to. */
  communityId: string | null;
}

/** Says that a tap has found the community a thing belongs to. */
export function Unlocked({ communityNoun, name, communityId }: UnlockedProps) {
  return (
    <p className={styles.person} role="status">
      <Lamp size={44} />
      <span>
        You have unlocked the {communityNoun}{" "}
        {communityId === null ? (
          name
        ) : (
          <Link to="/community/$id" params={{ id: communityId }}>
            {name}
          </Link>
        )}
        .
      </span>
    </p>
  );
}
