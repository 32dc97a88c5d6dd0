import type { Companion } from "#shared/features/companions/contract.ts";
import { Glyph } from "#web/ui/glyph.tsx";
import { Lamp } from "#web/ui/lamp.tsx";
import styles from "./companion-face.module.css";

/** A companion's sign in its ring; the base companion wears the logo. */
export function CompanionFace({ companion }: { companion: Pick<Companion, "icon" | "isBaseCompanion"> }) {
  return (
    <span className={styles.face}>
      {companion.isBaseCompanion ? <Lamp size={44} /> : <Glyph icon={companion.icon} size={22} />}
    </span>
  );
}
