import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SignInButton } from "#web/dialogs/sign-in-button.tsx";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { ApiError } from "#web/lib/server/api-error.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

interface ForOperatorsProps<Data, Key extends readonly unknown[]> {
  /** Data that only operators may see. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  loading: string;
  /** Title of the error when loading fails. */
  failure: string;
  show: (data: Data) => ReactNode;
}

/** Shows data to operators, and to all other users the reason why it is not available. */
export function ForOperators<Data, Key extends readonly unknown[]>({
  query,
  loading,
  failure,
  show,
}: ForOperatorsProps<Data, Key>) {
  const who = useWho();
  const answer = useQuery({ ...query, enabled: who.kind === "person" });
  if (who.kind === "unknown") return <UnknownUser error={who.error} label={loading} />;
  if (who.kind === "guest") {
    return (
      <EmptyState title="This is for operators" text="Sign in with the account that runs this server.">
        <SignInButton />
      </EmptyState>
    );
  }
  if (answer.data !== undefined) return show(answer.data);
  if (answer.error instanceof ApiError && answer.error.code === "forbidden") {
    return (
      <EmptyState
        title="This is for operators"
        text="The operators of this server are named in its setting OPERATORS."
      />
    );
  }
  if (answer.isError)
    return <ErrorState title={failure} text={answer.error.message} onRetry={() => void answer.refetch()} />;
  return <Spinner label={loading} />;
}
