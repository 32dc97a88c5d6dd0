import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { sessionQuery } from "./session.ts";

interface UnknownUserProps {
  /** The reason why the server did not identify the user, if it failed. */
  error: Error | null;
  /** The content the user is waiting for. */
  label: string;
  rows?: number;
  shape?: "line" | "card";
}

/** Placeholder while the page cannot distinguish a guest from a user with an account. */
export function UnknownUser({ error, ...placeholder }: UnknownUserProps) {
  const session = useQuery(sessionQuery);
  if (error === null) return <Skeleton {...placeholder} />;
  return (
    <ErrorState
      title="Looby could not learn who you are"
      text={error.message}
      onRetry={() => void session.refetch()}
    />
  );
}
