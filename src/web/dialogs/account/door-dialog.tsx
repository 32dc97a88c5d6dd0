import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { doorWords, type Intent } from "#shared/features/account/intent.ts";
import type { Day } from "#shared/features/lending/days.ts";
import { ResetForm } from "#web/features/account/reset-form.tsx";
import { useWho } from "#web/features/account/session.ts";
import { SignInForm } from "#web/features/account/sign-in-form.tsx";
import { SignUpForm } from "#web/features/account/sign-up-form.tsx";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { takeUp } from "#web/features/account/taken-up.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAside } from "#web/ui/form/form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "#web/pages/page.module.css";
import { communityQuery } from "#web/features/communities/api.ts";
import { peopleQueries } from "#web/features/communities/people-api.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { resourceQueries } from "#web/features/resources/api.ts";

interface DoorDialogProps extends DialogFrame {
  mode: "sign-in" | "sign-up" | "reset";
  intent: Intent;
  /** The days already chosen for borrowing. */
  days?: { first?: Day; last?: Day };
}

/**
 * Asks a guest to sign up or in and names the purpose. Afterwards, the requested action is opened or run at once. The intent is in the
 * address, so it survives a reload, a passkey prompt and a visit to the mailbox.
 */
export function DoorDialog({ mode, intent, days = {}, ...frame }: DoorDialogProps): ReactNode {
  const openDialog = useOpenDialog();
  const { communityNoun } = usePublicSettings();
  const resourcePrefill = useLocation({ select: ({ state }) => state.resourcePrefill });
  const prefill = resourcePrefill === undefined ? {} : { resourcePrefill: resourcePrefill };
  const show = (next: DoorDialogProps["mode"]): void =>
    openDialog({ dialog: "account", mode: next, ...intent, ...days }, prefill);
  const finish = (): void => {
    if (intent.to === "borrow" && intent.id !== undefined)
      return openDialog({ dialog: "borrow", id: intent.id, ...days });
    if (intent.to === "share") return openDialog({ dialog: "add-resource" }, prefill);
    takeUp(intent);
    frame.onClose();
  };
  const name = useQuery({
    queryKey: ["account", "intent-name", intent],
    queryFn: async ({ client }) => await intentName(client, intent),
    meta: { isStored: false },
  }).data;
  const who = useWho();
  // Until the server has responded, the user may already be signed in.
  const isUnknown = who.kind === "unknown" && who.error === null;
  const [isAtDoor, setIsAtDoor] = useState(false);
  if (!isAtDoor && !isUnknown && who.kind !== "person") setIsAtDoor(true);
  const isInside = who.kind === "person" && !isAtDoor;
  const goOn = useEffectEvent(finish);
  useEffect(() => {
    if (isInside) goOn();
  }, [isInside]);
  if (isInside) return null;
  if (mode === "reset") {
    return (
      <Dialog {...frame} title="New password">
        <ResetForm onDone={finish} />
        <Button variant="plain" onClick={() => show("sign-in")}>
          Back to sign in
        </Button>
      </Dialog>
    );
  }
  const { title, reason } = doorWords(intent, mode, communityNoun, name);
  return (
    <Dialog {...frame} title={title}>
      <div className={styles.stack}>
        <FormAside>{reason}</FormAside>
        {isUnknown ? (
          <UnknownUser error={null} label="Loading" />
        ) : mode === "sign-up" ? (
          <>
            <SignUpForm onDone={finish} />
            <Button variant="plain" onClick={() => show("sign-in")}>
              Have an account? Sign in
            </Button>
          </>
        ) : (
          <>
            <SignInForm onDone={finish} onForgotten={() => show("reset")} />
            <Button variant="plain" onClick={() => show("sign-up")}>
              New here? Sign up
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The name of the intent's subject; null if it has none. Usually the page below the sheet has already fetched it. */
async function intentName(client: QueryClient, { to, id = "" }: Intent): Promise<string | null> {
  switch (to) {
    case "borrow":
      return (await client.ensureQueryData(resourceQueries.one(id))).title;
    case "ask":
      return (await client.ensureQueryData(communityQuery(id))).name;
    case "join":
      return (await client.ensureQueryData(peopleQueries.invitation(id))).name;
    case "answer": {
      const needs = await client.ensureQueryData(needQueries.shared());
      return needs.find((need) => need.id === id)?.text ?? null;
    }
    case "add":
    case "create":
    case "share":
      return null;
  }
}
