import { usePublicSettings } from "#web/lib/server/public-settings.ts";

/** The title of the tab: what is shown, then the product. */
export function PageTitle({ view }: { view: string }) {
  const { productName } = usePublicSettings();
  return <title>{`${view} · ${productName}`}</title>;
}
