import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { sessionQuery } from "./session.ts";

interface UnknownUserProps {
  /** Why the server did not say who this is, if it failed. */
  error: Error | null;
  /** What the user waits for. */
  label: string;
  rows?: number;
  shape?: "line" | "card";
}

/** Stands where the page does not know yet whether its user is a guest. */
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
