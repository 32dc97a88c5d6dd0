import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { SignInButton } from "#web/dialogs/sign-in-button.tsx";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useWho } from "#web/features/account/session.ts";
import { companionsQuery } from "#web/features/companions/api.ts";
import { meetByCode } from "#web/features/companions/companion-operations.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** Result of reading a companion's tag. */
export function MetCompanion({ code }: { code: string }) {
  const who = useWho();
  if (who.kind === "unknown") return <Spinner label="Reading the tag" isLabelVisible />;
  if (who.kind === "guest")
    return (
      <EmptyState
        isPage
        title="Someone is here"
        text="This is a companion's tag. Sign in to meet them. You won’t have to scan it again."
      >
        <SignInButton />
      </EmptyState>
    );
  return <Meeting code={code} />;
}

function Meeting({ code }: { code: string }) {
  const companions = useQuery(companionsQuery);
  const openDialog = useOpenDialog();
  const { mutate, result, error } = useQueuedMutation({ send: meetByCode });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate(code);
  }, [mutate, code]);
  if (error !== null)
    return <ErrorState isPage title="This tag did not open" text={error} onRetry={() => mutate(code)} />;
  if (result === undefined) return <Spinner label="Reading the tag" isLabelVisible />;
  if (result.status === "queued")
    return (
      <EmptyState
        isPage
        title="Someone is here"
        text="No signal. Looby keeps the tag on this phone, and you meet once the signal is back."
      />
    );
  const { data: answer } = result;
  const id = answer.discovered[0] ?? answer.known[0];
  const name = companions.data?.find((companion) => companion.id === id)?.name ?? "a companion";
  return (
    <EmptyState
      isPage
      title={answer.discovered.length > 0 ? `You have met ${name}!` : `${name} is here`}
      text={answer.discovered.length > 0 ? "From now on you may talk to each other." : "You know each other."}
    >
      <Button variant="primary" onClick={() => openDialog({ dialog: "companions" })}>
        Talk to {name}
      </Button>
    </EmptyState>
  );
}
