import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { ApiError } from "#web/lib/server/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

interface ForOperatorsProps<Data, Key extends readonly unknown[]> {
  /** What only an operator is told. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  loading: string;
  /** Says that it did not load. */
  failure: string;
  show: (data: Data) => ReactNode;
}

/** What the operator sees; everyone else is told why they do not. */
export function ForOperators<Data, Key extends readonly unknown[]>({
  query,
  loading,
  failure,
  show,
}: ForOperatorsProps<Data, Key>) {
  const openDialog = useOpenDialog();
  const user = useSession();
  const isGuest = user === null || user.isAnonymous;
  const told = useQuery({ ...query, enabled: !isGuest });
  if (isGuest) {
    return (
      <EmptyState title="This is for operators" text="Sign in with the account that runs this server.">
        <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
          Sign In
        </Button>
      </EmptyState>
    );
  }
  if (told.data !== undefined) return show(told.data);
  if (told.error instanceof ApiError && told.error.code === "forbidden") {
    return (
      <EmptyState
        title="This is for operators"
        text="Whoever runs this server names its operators in the setting OPERATORS."
      />
    );
  }
  if (told.isError)
    return <ErrorState title={failure} text={told.error.message} onRetry={() => void told.refetch()} />;
  return <Spinner label={loading} />;
}
