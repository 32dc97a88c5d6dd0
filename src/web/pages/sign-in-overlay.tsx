import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "./sign-in-overlay.module.css";

/** Lies over a form that is for signed-in people. @param hasFailed nobody could say who this is */
export function SignInOverlay({ hasFailed }: { hasFailed: boolean }) {
  return (
    <div className={styles.overlay}>
      <EmptyState
        title={hasFailed ? "Authentication Error" : "Authentication Required"}
        text={
          hasFailed
            ? "Looby could not learn who you are. Signing in again helps as soon as there is a signal."
            : "Sign in first, so that people know who to thank. You can sign up with nothing but a pseudonym and a password."
        }
      >
        <Button variant="primary" onClick={() => reload("sign-in")}>
          Sign In
        </Button>
        <Button onClick={() => reload("sign-up")}>Sign Up</Button>
      </EmptyState>
    </div>
  );
}

/** The page is reloaded, with the account's dialog open: whatever went wrong before is gone with it. */
function reload(mode: "sign-in" | "sign-up"): void {
  const address = new URL(location.href);
  address.searchParams.set("dialog", "account");
  address.searchParams.set("mode", mode);
  location.assign(address);
}
