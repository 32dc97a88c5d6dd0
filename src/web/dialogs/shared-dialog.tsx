import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BookHeart, MessageSquare, Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { newId } from "#shared/id.ts";
import type { DialogFrame } from "./dialogs.tsx";
import { useOpenDialog } from "./dialog-navigation.ts";
import { useWho } from "#web/features/account/session.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { CreateMemory } from "#web/features/memories/create-memory.tsx";
import { shrinkPhoto } from "#web/features/photos/shrink-photo.ts";
import { useObjectUrl } from "#web/features/photos/use-object-url.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import { forgetShared, readShared, type Shared } from "#web/offline/drafts/shared.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { AddResource } from "./resource/add-resource.tsx";
import photoStyles from "./shared-dialog.module.css";
import styles from "#web/pages/page.module.css";

/** Content shared by another app, with the ways to use it. Nothing is saved before the user chooses. */
export function SharedDialog(frame: DialogFrame): ReactNode {
  const shared = useQuery({
    queryKey: ["device", "shared"],
    queryFn: () => readShared().catch(() => null),
    staleTime: 0,
    gcTime: 0,
    meta: { isStored: false },
  });
  return (
    <Dialog {...frame} title="Shared with Looby">
      {shared.data === undefined ? (
        <Spinner label="Loading what was shared" />
      ) : shared.data === null ? (
        <EmptyState title="Nothing shared" text="Share a text, a link or a picture from another app." />
      ) : (
        <Choices shared={shared.data} onDone={frame.onClose} />
      )}
    </Dialog>
  );
}

type Choice =
  | { kind: "none" | "memory" }
  | { kind: "resource"; photos: Shared["photos"]; madeBefore: number };

function Choices({ shared, onDone }: { shared: Shared; onDone: () => void }) {
  const [choice, setChoice] = useState<Choice>({ kind: "none" });
  const [isShrinking, setShrinking] = useState(false);
  const who = useWho();
  const { user } = who;
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  const finish = () => {
    void forgetShared().catch(() => undefined);
    onDone();
  };
  if (choice.kind === "memory")
    return (
      <CreateMemory
        initial={shared.text}
        onSaved={() => forgetShared().catch(() => undefined)}
        onViewBank={() => void navigate({ to: "/memories" })}
        onClose={onDone}
      />
    );
  if (choice.kind === "resource" && user !== null)
    return (
      <AddResource
        maker={user}
        prefill={{
          description: shared.text,
          photos: choice.photos.map((blob) => ({ id: newId(), blob })),
        }}
        onDone={() => {
          // Closed without submitting: the user can still choose another use.
          if (madeSoFar() > choice.madeBefore) finish();
          else setChoice({ kind: "none" });
        }}
      />
    );
  return (
    <div className={styles.stack}>
      {shared.text === "" ? null : <p className={styles.sharedText}>{shared.text}</p>}
      <SharedPhotos photos={shared.photos} />
      <div className={styles.actions}>
        {shared.text === "" ? null : (
          <>
            <Button variant="primary" onClick={() => setChoice({ kind: "memory" })}>
              <BookHeart aria-hidden size={20} strokeWidth={1.8} />
              Keep as a memory
            </Button>
            <Button
              onClick={() => {
                chat.changeDraft(shared.text);
                finish();
              }}
            >
              <MessageSquare aria-hidden size={20} strokeWidth={1.8} />
              Ask about it
            </Button>
          </>
        )}
        {who.kind === "unknown" ? null : who.kind === "guest" ? (
          <Button onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
            Sign in to add it to the library
          </Button>
        ) : (
          <Button
            isBusy={isShrinking}
            onClick={() => {
              setShrinking(true);
              void shrinkAll(shared.photos).then((photos) => {
                setShrinking(false);
                setChoice({ kind: "resource", photos, madeBefore: madeSoFar() });
              });
            }}
          >
            <Plus aria-hidden size={20} strokeWidth={1.8} />
            Add to the library
          </Button>
        )}
        <Button variant="plain" onClick={finish}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** Thumbnails of the shared photos. */
function SharedPhotos({ photos }: { photos: readonly File[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className={photoStyles.photos} aria-label="Shared pictures">
      {photos.map((photo, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- never reordered, and two may have one name
        <li key={index}>
          <SharedPhoto photo={photo} />
        </li>
      ))}
    </ul>
  );
}

function SharedPhoto({ photo }: { photo: File }) {
  return <img src={useObjectUrl(photo) ?? undefined} alt={photo.name} />;
}

/** Approximate number of operations queued since this page was opened. It only has to grow. */
function madeSoFar(): number {
  const { operations, sent } = outboxView.get();
  return operations.length + sent.size;
}

/** Shrinks one photo at a time: a decoded phone photo takes 50 to 200 MB of memory. */
async function shrinkAll(photos: readonly File[]): Promise<File[]> {
  const small: File[] = [];
  for (const photo of photos) small.push(await shrinkPhoto(photo));
  return small;
}
