import { queryOptions } from "@tanstack/react-query";
import { OMI_ABILITIES, type OmiSetup, getOmiSetup } from "#shared/features/omi/operator-contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./omi.module.css";

/** Values to enter in the app at Omi. */
export const omiSetupQuery = queryOptions({
  queryKey: ["omi", "setup"],
  queryFn: async ({ signal }) => call(getOmiSetup, {}, { signal }),
  // It contains a key.
  meta: { isStored: false },
});

/** The addresses and capabilities that an operator enters in the app at Omi, each with a copy button. */
export function SetupList({ setup }: { setup: OmiSetup }) {
  const { isAvailable, appId, origin, webhookPath, homePath } = setup;
  const reached = origin ?? window.location.origin;
  return (
    <>
      <p role="status">
        {isAvailable
          ? `This server uses the Omi app ${appId ?? ""}.`
          : "This server has no Omi app yet. Make one at Omi with the addresses below, then start the server with OMI_APP_ID and OMI_APP_KEY."}
      </p>
      {reached.startsWith("https:") ? null : (
        <p>Omi calls over https only. Set PUBLIC_URL to the https address people use.</p>
      )}
      <dl className={styles.setup}>
        <Address name="App Home URL" address={`${reached}${homePath}`} />
        <Address name="Webhook URL" address={`${reached}${webhookPath}`} />
        <div>
          <dt>Trigger</dt>
          <dd>Conversation Creation</dd>
        </div>
        <div>
          <dt>Abilities</dt>
          <dd>{OMI_ABILITIES.join(", ")}</dd>
        </div>
      </dl>
      <p>
        The webhook&rsquo;s address contains a key: anyone who has it can write memories into linked accounts.
        Show it to Omi only.
      </p>
    </>
  );
}

function Address({ name, address }: { name: string; address: string }) {
  const problem = "It could not be copied. Please select it and copy it by hand.";
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code translate="no">{address}</code>
      </dd>
      <dd>
        <Button
          aria-label={`Copy ${name}`}
          onClick={() => void copyText(address, `${name} copied.`, problem)}
        >
          Copy
        </Button>
      </dd>
    </div>
  );
}
