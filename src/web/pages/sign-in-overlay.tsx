import { doorWords } from "#shared/features/account/intent.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "./sign-in-overlay.module.css";

interface SignInOverlayProps {
  /** The session could not be loaded. */
  hasFailed: boolean;
  /** What the covered form does. */
  to: "add" | "create";
}

/** Covers a form that is for signed-in users. */
export function SignInOverlay({ hasFailed, to }: SignInOverlayProps) {
  const { communityNoun } = usePublicSettings();
  const { title } = doorWords({ to }, "sign-up", communityNoun);
  return (
    <div className={styles.overlay}>
      <EmptyState
        title={hasFailed ? "Authentication Error" : "Authentication Required"}
        text={
          hasFailed
            ? "Looby could not check who you are. Sign in again once there is a signal."
            : `${title}, so that people know who to thank. A pseudonym and a password are enough.`
        }
      >
        <Button variant="primary" onClick={() => reload("sign-up", to)}>
          Sign Up
        </Button>
        <Button onClick={() => reload("sign-in", to)}>Sign In</Button>
      </EmptyState>
    </div>
  );
}

/** Reloads the page with the account dialog open, which also clears any earlier failure. */
function reload(mode: "sign-in" | "sign-up", to: SignInOverlayProps["to"]): void {
  const address = new URL(location.href);
  address.searchParams.set("dialog", "account");
  address.searchParams.set("mode", mode);
  address.searchParams.set("to", to);
  location.assign(address);
}
