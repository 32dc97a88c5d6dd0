import { ImagePlus } from "lucide-react";
import { type PointerEvent, type ReactNode, useId, useState } from "react";
import { MAX_PHOTOS, PHOTO_TYPES } from "#shared/features/photos/contract.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./photo-picker.module.css";
import { PhotoTile } from "./photo-tile.tsx";
import type { PickedPhotos } from "./picked-photos.ts";

interface PhotoPickerProps {
  label: string;
  hint?: ReactNode;
  /** An error about the photos as a whole, for example that one is required. */
  error?: string | null;
  picked: PickedPhotos;
  isDisabled?: boolean;
}

/** Up to four photos of a form: add, view, reorder by dragging or by buttons, remove. */
export function PhotoPicker({ label, hint, error, picked, isDisabled = false }: PhotoPickerProps) {
  const helpId = useId();
  const [news, setNews] = useState("");
  const { photos, refusals } = picked;

  function move(id: string, to: number): void {
    picked.move(id, to);
    setNews(`Photo moved to place ${to + 1} of ${photos.length}.`);
  }
  const drag = useDrag((id, overId) =>
    move(
      id,
      photos.findIndex((photo) => photo.id === overId),
    ),
  );

  return (
    <fieldset className={styles.picker} disabled={isDisabled} aria-describedby={helpId}>
      <legend className={styles.legend}>{label}</legend>
      <ul className={styles.photos} {...(isDisabled ? {} : drag.handlers)}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            index={index}
            count={photos.length}
            isDragged={drag.draggedId === photo.id}
            onMove={(to) => move(photo.id, to)}
            onRemove={() => {
              picked.remove(photo.id);
              setNews(`Photo ${index + 1} removed.`);
            }}
          />
        ))}
        {photos.length < MAX_PHOTOS ? (
          <li>
            <label className={styles.add}>
              <ImagePlus aria-hidden size={24} strokeWidth={1.8} />
              Add photos
              <input
                className={styles.input}
                type="file"
                accept={PHOTO_TYPES.join(",")}
                multiple
                aria-invalid={error ? true : undefined}
                onChange={(event) => {
                  picked.add([...(event.currentTarget.files ?? [])]);
                  // Allows choosing the same file again after it was removed.
                  event.currentTarget.value = "";
                }}
              />
            </label>
          </li>
        ) : null}
      </ul>
      <div role="alert">
        {refusals.map(({ name, message }, index) => (
          <p key={index} className={styles.error}>
            {message} <span className={styles.file}>{name}</span>
          </p>
        ))}
      </div>
      <div id={helpId}>
        {error ? <p className={styles.error}>{error}</p> : null}
        {hint ? <p className={styles.hint}>{hint}</p> : null}
      </div>
      <VisuallyHidden>
        <output>{news}</output>
      </VisuallyHidden>
    </fieldset>
  );
}

/**
 * Dragging a tile over another moves it there. The list captures the pointer instead of the tile, because a tile loses the capture when it
 * is moved in the document.
 */
function useDrag(onOver: (draggedId: string, overId: string) => void) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const end = () => setDraggedId(null);
  return {
    draggedId,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLUListElement>) {
        const dragged = photoAt(event.target);
        if (dragged === null || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDraggedId(dragged);
      },
      onPointerMove(event: PointerEvent<HTMLUListElement>) {
        if (draggedId === null) return;
        const over = photoAt(document.elementFromPoint(event.clientX, event.clientY));
        if (over !== null && over !== draggedId) onOver(draggedId, over);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** Id of the photo under the pointer; buttons on a tile are excluded. */
function photoAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest("button") !== null) return null;
  return target.closest("[data-photo]")?.getAttribute("data-photo") ?? null;
}
