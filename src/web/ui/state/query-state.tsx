import type { ReactNode } from "react";
import { ApiError } from "#web/lib/server/api-error.ts";
import { AsOf } from "./as-of.tsx";
import { ErrorState } from "./error-state.tsx";
import { Spinner } from "./spinner.tsx";

interface QueryStateProps {
  query: { isError: boolean; error: Error | null; refetch: () => unknown };
  /** The title of the error, such as "The history did not load". */
  title: string;
  /** Label of the spinner: "Loading the history". */
  label: string;
  isLabelVisible?: boolean;
  /** The state fills the page. */
  isPage?: boolean;
  /** Shown when the server has no such thing. Without it, the error is shown. */
  missing?: ReactNode;
}

/** Replaces a query's data until it has loaded: a spinner, or the error with "Try Again". */
export function QueryState({
  query,
  title,
  label,
  isLabelVisible = false,
  isPage = false,
  missing,
}: QueryStateProps) {
  const { isError, error } = query;
  if (!isError) return <Spinner label={label} isLabelVisible={isLabelVisible} />;
  if (missing !== undefined && error instanceof ApiError && error.code === "not-found") return missing;
  return (
    <ErrorState
      isPage={isPage}
      title={title}
      text={error?.message ?? ""}
      onRetry={() => void query.refetch()}
    />
  );
}

interface LoadedProps<Data> extends QueryStateProps {
  query: QueryStateProps["query"] & { data: Data | undefined; dataUpdatedAt: number };
  children: (data: Data) => ReactNode;
}

/** A query's data with their age, and until they have loaded its state. */
export function Loaded<Data>({ children, ...state }: LoadedProps<Data>) {
  const { query } = state;
  if (query.data === undefined) return <QueryState {...state} />;
  return (
    <>
      <AsOf of={query} />
      {children(query.data)}
    </>
  );
}
