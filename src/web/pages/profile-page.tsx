import { Link } from "@tanstack/react-router";
import type { SessionUser } from "#shared/features/account/contract.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSignOut } from "../features/account/api.ts";
import { useSession } from "../features/account/session.ts";
import { PasskeyList } from "../features/account/passkey-list.tsx";
import { ThemeChooser } from "../features/settings/theme-chooser.tsx";
import { problemsOf } from "../lib/form-problems.ts";
import { useOutbox } from "../offline/outbox-view.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { Lamp } from "../ui/lamp.tsx";
import { MyCampsSection } from "./my-camps-section.tsx";
import { MyNotifications } from "./my-notifications.tsx";
import { MyResources } from "./my-resources.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

export function ProfilePage() {
  const user = useSession();
  const isGuest = user === null || user.isAnonymous;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Profile" />
        <header className={styles.person}>
          <Lamp size={64} />
          <div>
            <h1>{isGuest ? "Anonymous" : user.pseudonym}</h1>
            <p className={styles.lead}>{isGuest ? "Viewing as guest" : `Loobricating since ${day(user)}`}</p>
          </div>
        </header>
        {isGuest ? <GuestActions /> : null}
        {isGuest ? null : <MyCampsSection />}
        {isGuest ? null : (
          <div className={styles.actions}>
            <MyNotifications />
            <Link to="/borrowing" className={buttonClass()}>
              Borrowing
            </Link>
            <Link to="/needs" className={buttonClass()}>
              Needs
            </Link>
          </div>
        )}
        {isGuest ? null : <MyResources />}
        <SurveysButton />
        <ThemeChooser />
        {isGuest ? null : <PasskeyList />}
        {isGuest ? null : <SignOut />}
      </div>
    </div>
  );
}

function GuestActions() {
  const openDialog = useOpenDialog();
  return (
    <section className={styles.stack}>
      <p>You are browsing anonymously. Sign in to access more features.</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
          Sign In
        </Button>
        <Button onClick={() => openDialog({ dialog: "account", mode: "sign-up" })}>Sign Up</Button>
      </div>
    </section>
  );
}

function SurveysButton() {
  const openDialog = useOpenDialog();
  return (
    <div className={styles.actions}>
      <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "surveys" })}>
        Surveys
      </Button>
    </div>
  );
}

function SignOut() {
  const signOut = useSignOut();
  const hasKept = useOutbox().kept.length > 0;
  return (
    <div className={styles.stack}>
      {hasKept ? (
        <p>
          Something of yours is still waiting here. It stays on this device and is sent when you sign in
          again.
        </p>
      ) : null}
      <FormMessage message={problemsOf(signOut.error, []).message} />
      <div className={styles.actions}>
        <Button isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signOut.isPending ? "Signing out..." : "Sign Out"}
        </Button>
      </div>
    </div>
  );
}

function day(user: SessionUser): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(user.createdAt));
}
