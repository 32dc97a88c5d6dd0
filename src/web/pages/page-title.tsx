import { usePublicSettings } from "#web/lib/server/public-settings.ts";

/** Sets the document title: the view, then the product. */
export function PageTitle({ view }: { view: string }) {
  const { productName } = usePublicSettings();
  return <title>{`${view} · ${productName}`}</title>;
}
