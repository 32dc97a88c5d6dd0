import { usePublicAddress } from "#web/lib/server/public-settings.ts";
import { FormMessage } from "./form-message.tsx";

/** A warning beside anything that carries this server's address, when no other device can open it. */
export function OnlyHereNote() {
  const { origin, isOnlyHere } = usePublicAddress();
  const { host } = new URL(origin);
  return (
    <FormMessage
      message={
        isOnlyHere
          ? `Other phones can’t open this address (${host}). Open Looby by its network address before you print or send it.`
          : null
      }
    />
  );
}
