import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { usePublicSettings } from "../lib/public-settings.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AddResource } from "./add-resource.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

const route = getRouteApi("/add");

export function AddEntryPage() {
  const { type } = route.useSearch();
  const { communityNoun } = usePublicSettings();
  const user = useSession();
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Add Entry" />
        <header>
          <h1>Add to the library</h1>
          <p className={styles.lead}>
            A place, a thing or a skill you can share. It goes to one {communityNoun} and everybody can find
            it.
          </p>
        </header>
        {user === null || user.isAnonymous ? (
          <SignInFirst />
        ) : (
          <AddResource
            maker={user}
            prefill={type === undefined ? {} : { type }}
            onDone={() => void navigate({ to: "/me" })}
          />
        )}
      </div>
    </div>
  );
}

function SignInFirst() {
  const openDialog = useOpenDialog();
  return (
    <EmptyState
      title="Authentication Required"
      text="Sign in first, so that people know who to thank. You can sign up with nothing but a pseudonym and a password."
    >
      <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
        Sign In
      </Button>
      <Button onClick={() => openDialog({ dialog: "account", mode: "sign-up" })}>Sign Up</Button>
    </EmptyState>
  );
}
