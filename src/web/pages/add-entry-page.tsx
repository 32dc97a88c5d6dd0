import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { entryTypeLabels } from "#shared/features/resources/listing-draft.ts";
import type { ResourceType } from "#shared/features/resources/contract.ts";
import { doorWords } from "#shared/features/account/intent.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho } from "#web/features/account/session.ts";
import { dropTakenUp, useTakenUp } from "#web/features/account/taken-up.ts";
import { CommunityForm } from "#web/features/communities/community-form.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { AddResource } from "#web/dialogs/resource/add-resource.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import styles from "./add-entry-page.module.css";
import { Page } from "./page.tsx";

const route = getRouteApi("/add");

/** Adds a place, a talent or a thing to the library, or a community to share it with. */
export function AddEntryPage() {
  const search: Readonly<Record<string, unknown>> = route.useSearch();
  const { type = "gear" } = parseTypeSearch(search);
  const { communityNoun } = usePublicSettings();
  const who = useWho();
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const { user } = who;
  const hasFailed = who.kind === "unknown" && who.error !== null;
  const isVisitor = who.kind === "guest" || hasFailed;
  const isAwaited = useTakenUp(intentOf(type)) && who.kind === "person" && search["dialog"] === undefined;
  const form = useFocusOnForm(isAwaited);

  async function choose(next: EntryType): Promise<void> {
    await navigate({ to: "/add", search: { type: next }, replace: true });
    if (who.kind === "guest") openDialog({ dialog: "account", mode: "sign-up", to: intentOf(next) });
  }
  return (
    <Page view="Add Entry" heading="Share something" lead={leadOf(type, communityNoun)}>
      <TypeChoice type={type} communityNoun={communityNoun} onChange={(next) => void choose(next)} />
      <div className={styles.place}>
        <div ref={form} className={isVisitor ? styles.dimmed : undefined} inert={isVisitor}>
          {user === null && !isVisitor ? (
            <Skeleton label="Loading" />
          ) : type === "loobricate" ? (
            <CommunityForm
              maker={user ?? placeholderUser}
              communityNoun={communityNoun}
              onDone={({ id, name }) => {
                showToast({ kind: "done", text: `${name} was created. You are its first admin.` });
                void navigate({ to: "/community/$id", params: { id } });
              }}
            />
          ) : (
            <AddResource
              entryType={type}
              maker={user ?? placeholderUser}
              onDone={() => void navigate({ to: "/me" })}
            />
          )}
        </div>
        {isVisitor ? <SignInOverlay hasFailed={hasFailed} to={intentOf(type)} /> : null}
      </div>
    </Page>
  );
}

/** The guest's reason to sign up. */
function intentOf(type: EntryType): "add" | "create" {
  return type === "loobricate" ? "create" : "add";
}

/** Focuses the first field of the form inside after the sign-in; a closing dialog would leave the focus on the page. */
function useFocusOnForm(isAwaited: boolean) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAwaited) return;
    // Wait until the closed dialog has returned the focus.
    const timer = setTimeout(() => {
      dropTakenUp();
      form.current?.querySelector<HTMLElement>("input:not([type=file]), select, textarea")?.focus();
    });
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return form;
}

/** The user of the dimmed form behind the sign-in overlay, which sends nothing. */
const placeholderUser = {
  userId: "anonymous",
  pseudonym: "Anonymous",
  isAnonymous: true,
  email: null,
  phone: null,
  createdAt: "1970-01-01T00:00:00Z",
};

function leadOf(type: EntryType, noun: string): string {
  if (type === "loobricate")
    return `A ${noun} is a group that shares a library. You will be its first admin.`;
  return `A place, a thing or a skill you can share. It goes to one ${noun} and everyone can find it.`;
}

interface TypeChoiceProps {
  type: EntryType;
  communityNoun: string;
  onChange: (type: EntryType) => void;
}

function TypeChoice({ type, communityNoun, onChange }: TypeChoiceProps) {
  const labels = { loobricate: communityNoun, ...entryTypeLabels };
  return (
    <div className={styles.types} role="group" aria-label="What to add">
      {entryTypes.map((value) => (
        <Chip key={value} aria-pressed={value === type} onClick={() => onChange(value)}>
          {labels[value]}
        </Chip>
      ))}
    </div>
  );
}

/** Types the Add Entry form can add. */
type EntryType = ResourceType | "loobricate";

const entryTypes = ["loobricate", "venue", "talent", "gear"] as const satisfies readonly EntryType[];

/** Parses an address such as `/add?type=gear`. For any other type, the user chooses. */
function parseTypeSearch(search: Readonly<Record<string, unknown>>): { type?: EntryType } {
  // The form's own name for a venue.
  const name = search["type"] === "location" ? "venue" : search["type"];
  const type = entryTypes.find((candidate) => candidate === name);
  return type === undefined ? {} : { type };
}

interface SignInOverlayProps {
  /** The session could not be loaded. */
  hasFailed: boolean;
  /** The action of the covered form. */
  to: "add" | "create";
}

/** Covers a form that only signed-in users may send. */
function SignInOverlay({ hasFailed, to }: SignInOverlayProps) {
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
