import { ErrorState } from "./error-state.tsx";
import { Spinner } from "./spinner.tsx";

interface QueryStateProps {
  query: { isError: boolean; error: Error | null; refetch: () => unknown };
  /** The title of the error, such as "The history did not load". */
  title: string;
  /** What the user waits for: "Loading the history". */
  label: string;
  isLabelVisible?: boolean;
}

/** Replaces a query's data until it has loaded: a spinner, or the error with "Try Again". */
export function QueryState({ query, title, label, isLabelVisible = false }: QueryStateProps) {
  return query.isError ? (
    <ErrorState title={title} text={query.error?.message ?? ""} onRetry={() => void query.refetch()} />
  ) : (
    <Spinner label={label} isLabelVisible={isLabelVisible} />
  );
}
