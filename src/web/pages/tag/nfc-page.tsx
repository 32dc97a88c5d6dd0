import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Spinner } from "#web/ui/state/spinner.tsx";

const ReadTag = lazy(async () => ({ default: (await import("./read-tag.tsx")).ReadTag }));
const TagPage = lazy(async () => ({ default: (await import("./tag-page.tsx")).TagPage }));

/** Reads a tag; with a code in the address, shows the tag's resource. One module for the router, which is in the first paint. */
export function NfcPage() {
  const { _splat: code } = useParams({ strict: false });
  return (
    <Suspense fallback={<Spinner label="Loading" />}>
      {code === undefined ? <ReadTag /> : <TagPage code={code} />}
    </Suspense>
  );
}
