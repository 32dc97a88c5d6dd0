import { ArrowLeft, ArrowRight, Check, X } from "lucide-react";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { classNames } from "#web/ui/base/class-names.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./photo-picker.module.css";
import type { PickedPhoto } from "./picked-photos.ts";
import { useObjectUrl } from "./use-object-url.ts";

interface PhotoTileProps {
  photo: PickedPhoto;
  index: number;
  count: number;
  isDragged: boolean;
  onMove: (index: number) => void;
  onRemove: () => void;
}

export function PhotoTile({ photo, index, count, isDragged, onMove, onRemove }: PhotoTileProps) {
  const { state } = photo;
  const chosenUrl = useObjectUrl(photo.blob);
  const place = index + 1;

  /** Moving the tile in the document removes the focus from its buttons, so restore it. */
  function moveKeepingFocus(event: MouseEvent<HTMLButtonElement>, to: number): void {
    if (to < 0 || to >= count) return;
    const button = event.currentTarget;
    flushSync(() => onMove(to));
    button.focus();
  }

  return (
    <li className={classNames(styles.tile, isDragged && styles.dragged)} data-photo={photo.id}>
      <div className={classNames(styles.frame, state.phase === "failed" && styles.failed)}>
        <img
          className={styles.preview}
          src={photo.storedUrl ?? chosenUrl ?? undefined}
          alt={photo.blob?.name ?? `Photo ${place}`}
          draggable={false}
        />
        {state.phase === "shrinking" || state.phase === "sending" ? (
          <div className={styles.progress}>
            <Spinner label={state.phase === "shrinking" ? "Preparing..." : "Sending..."} isLabelVisible />
          </div>
        ) : null}
        {state.phase === "sent" ? (
          <span className={styles.sent}>
            <Check aria-hidden size={16} strokeWidth={2.4} />
            <VisuallyHidden>Sent</VisuallyHidden>
          </span>
        ) : null}
        <IconButton className={styles.remove} icon={X} label={`Remove photo ${place}`} onClick={onRemove} />
      </div>
      {count > 1 ? (
        <div className={styles.order}>
          <IconButton
            icon={ArrowLeft}
            label={`Move photo ${place} earlier`}
            aria-disabled={index === 0}
            onClick={(event) => moveKeepingFocus(event, index - 1)}
          />
          <IconButton
            icon={ArrowRight}
            label={`Move photo ${place} later`}
            aria-disabled={place === count}
            onClick={(event) => moveKeepingFocus(event, index + 1)}
          />
        </div>
      ) : null}
      {state.phase === "failed" ? (
        <p className={styles.error} role="alert">
          {state.message}
        </p>
      ) : null}
    </li>
  );
}
