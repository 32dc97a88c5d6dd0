import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type OmiLink,
  type OmiProofStep,
  endOmiLink,
  proveOmiLink,
  sendOmiCode,
} from "#shared/features/omi/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { problemsOf } from "#web/lib/form-problems.ts";
import { Button } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { omiLinkQuery, waitInWords } from "./api.ts";

interface OmiProofProps {
  proof: NonNullable<OmiLink["proof"]>;
  /** Result of the previous step, such as the return from Omi; null before the first. */
  before?: OmiProofStep | null;
}

/** Proves that the Omi account belongs to the user: they type a code that was sent to it. No data is fetched or sent before that. */
export function OmiProof({ proof, before = null }: OmiProofProps) {
  const client = useQueryClient();
  const show = (link: OmiLink) => client.setQueryData(omiLinkQuery.queryKey, link);
  const prove = useMutation({
    mutationFn: async (code: string) => call(proveOmiLink, { body: { code } }),
    onSuccess: ({ link }) => show(link),
  });
  const send = useMutation({
    mutationFn: async () => call(sendOmiCode, { body: {} }),
    // Clears the message about the previous code.
    onMutate: () => prove.reset(),
    onSuccess: ({ link }) => show(link),
  });
  const cancel = useMutation({
    mutationFn: async () => call(endOmiLink, {}),
    onSuccess: show,
  });
  const problems = problemsOf(prove.error, ["code"]);
  const result = prove.data ?? send.data ?? before;
  const hasCode = proof.codeUntil !== null;
  const problem = result === null ? null : problemOf(result);
  const isWrong = result?.outcome === "wrong-code";
  return (
    <>
      <p>
        Is this Omi account yours? Send a code to it as a notification, and type it here. Until then, Looby
        fetches nothing from it and sends nothing to it.
      </p>
      <p role="status">
        {hasCode && result?.outcome === "code-sent"
          ? `A code was sent to your Omi app. It works until ${timeOf(proof.codeUntil)}.`
          : null}
      </p>
      {hasCode ? (
        <Form failure={prove.error} onSubmit={({ code = "" }) => prove.mutate(code)}>
          <TextField
            label="Code from Omi"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            hint="Eight digits"
            error={problems.fields["code"] ?? (isWrong ? problem : null)}
          />
          <FormActions>
            <Button type="submit" variant="primary" isBusy={prove.isPending}>
              {prove.isPending ? "Checking..." : "Connect"}
            </Button>
          </FormActions>
        </Form>
      ) : null}
      <FormMessage
        message={
          problems.message ?? send.error?.message ?? cancel.error?.message ?? (isWrong ? null : problem)
        }
      />
      <FormActions>
        <Button
          variant={hasCode ? "outline" : "primary"}
          isBusy={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isPending ? "Sending..." : hasCode ? "Send a new code" : "Send a code"}
        </Button>
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          {cancel.isPending ? "Cancelling..." : "Cancel"}
        </Button>
      </FormActions>
    </>
  );
}

/** The error and the next step; null without an error. */
function problemOf({ outcome, waitSeconds, reason, link }: OmiProofStep): string | null {
  const left = link.proof?.triesLeft ?? 0;
  switch (outcome) {
    case "code-sent":
    case "linked":
      return null;
    case "wrong-code":
      return `That is not the code. You have ${left === 1 ? "one try" : `${left} tries`} left.`;
    case "expired":
      return "That code does not work any more. Please send a new one.";
    case "no-tries-left":
      return "That code was tried too often. Please send a new one.";
    case "too-many-codes":
      return `Too many codes were sent in the last hour. You can send another in ${waitInWords(waitSeconds)}.`;
    case "not-sent":
      return reason === null
        ? `Omi takes no notification right now. Please try again in ${waitInWords(waitSeconds)}.`
        : `Omi did not take the code: ${reason}. Switch the app on in Omi, then send a code.`;
    case "not-begun":
      return "No Omi account is waiting for a code. Please connect Omi again.";
    case "taken":
      return "Someone else here has linked this Omi account.";
  }
}

function timeOf(instant: string | null): string {
  return instant === null
    ? ""
    : new Date(instant).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
