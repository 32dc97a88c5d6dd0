import { useId } from "react";
import type { Companion } from "#shared/features/companions/contract.ts";
import { Tag } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/base/class-names.ts";
import { Face } from "#web/ui/picture/face.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import styles from "./companion-card.module.css";

interface CompanionCardProps {
  companion: Companion;
  isActive: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

/** One radio button of the chooser, whose whole card can be tapped. */
export function CompanionCard({ companion, isActive, isSelected, onSelect }: CompanionCardProps) {
  const id = useId();
  return (
    <label className={styles.card}>
      <input
        className={styles.radio}
        type="radio"
        name="companion"
        value={companion.id}
        checked={isSelected}
        onChange={onSelect}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-more`}
      />
      {companion.isBaseCompanion ? <Lamp /> : <Face icon={companion.icon} />}
      <span className={styles.words}>
        <span className={styles.heading}>
          <span className={styles.name} id={`${id}-name`}>
            {companion.name}
          </span>
        </span>
        <span className={styles.more} id={`${id}-more`}>
          <span className={styles.badges}>
            {isActive ? <Tag className={styles.active}>Active</Tag> : null}
            {companion.level === null ? null : <Tag>Level {companion.level}</Tag>}
          </span>
          <span className={styles.description}>{companion.description}</span>
          <Traits traits={companion.traits} />
        </span>
      </span>
    </label>
  );
}

/** A companion the user has not met yet: its description and how to unlock it. */
export function LockedCard({ companion }: { companion: Companion }) {
  return (
    <div className={classNames(styles.card, styles.locked)}>
      <Face icon={companion.icon} />
      <div className={styles.words}>
        <h4 className={styles.name}>{companion.name}</h4>
        <p className={styles.description}>{companion.description}</p>
        <p className={styles.hint}>{companion.hint}</p>
      </div>
    </div>
  );
}

/** A phone shows the first three. */
function Traits({ traits }: { traits: readonly string[] }) {
  return (
    <span className={styles.traits}>
      {traits.map((trait) => (
        <span key={trait} className={styles.trait}>
          {trait}
        </span>
      ))}
    </span>
  );
}
