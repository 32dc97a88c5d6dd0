import { useQuery } from "@tanstack/react-query";
import { Copy, Printer, Share2 } from "lucide-react";
import { createPortal } from "react-dom";
import { usePublicAddress } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { OnlyHereNote } from "#web/ui/form/only-here-note.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { peopleQueries } from "../people-api.ts";
import { copyLink, inviteAddress } from "./invite-link.ts";
import styles from "./invite-sheet.module.css";
import posterStyles from "./poster.module.css";

interface InviteSheetProps {
  community: { id: string; name: string };
  /** This server's term for a community. */
  noun: string;
  onMore: () => void;
}

/** Shares the permanent invite link: as a code to scan, to send, and as a poster. */
export function InviteSheet({ community, noun, onMore }: InviteSheetProps) {
  const link = useQuery(peopleQueries.lastingLink(community.id));
  const { origin } = usePublicAddress();
  const token = link.data?.token ?? null;
  if (token === null) {
    return <QueryState query={link} title="The invitation did not load" label="Making the invitation" />;
  }
  const address = inviteAddress(origin, token);
  return (
    <div className={styles.sheet}>
      <QrCode text={address} label="Invitation: scan it with a phone's camera" />
      <p className={styles.note}>
        Anyone who scans it can join {community.name}. It works until an admin replaces it.
      </p>
      <p className={styles.address}>{address}</p>
      <OnlyHereNote />
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden size={20} strokeWidth={1.8} />
          Print poster
        </Button>
        {typeof navigator.share === "function" ? (
          <Button onClick={() => void share(community.name, address)}>
            <Share2 aria-hidden size={20} strokeWidth={1.8} />
            Share
          </Button>
        ) : null}
        <Button onClick={() => void copyLink(address)}>
          <Copy aria-hidden size={20} strokeWidth={1.8} />
          Copy
        </Button>
      </div>
      <Button variant="plain" onClick={onMore}>
        Replace or turn off the link
      </Button>
      <Poster name={community.name} noun={noun} address={address} />
    </div>
  );
}

async function share(name: string, url: string): Promise<void> {
  try {
    await navigator.share({ title: `Join ${name}`, url });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // dismissed by the user
    showToast({ kind: "problem", text: "This browser could not share it. Please copy the link." });
  }
}

interface PosterProps {
  name: string;
  /** This server's term for a community. */
  noun: string;
  /** The address its code opens. */
  address: string;
}

/** An A4 poster with the community's name and its code, black on white. Only visible in print. */
function Poster({ name, noun, address }: PosterProps) {
  return createPortal(
    <div className={posterStyles.poster} data-poster>
      <p className={posterStyles.noun}>{noun}</p>
      <p
        className={posterStyles.name}
        data-length={name.length > 36 ? "long" : name.length > 14 ? "middle" : "short"}
      >
        {name}
      </p>
      <QrCode text={address} label="Scan to join" />
      <p className={posterStyles.call}>Scan to join</p>
      <p className={posterStyles.address}>{address}</p>
    </div>,
    document.body,
  );
}
