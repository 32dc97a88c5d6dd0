import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OutboundScope, outboundQuery } from "#web/features/outbound/api.ts";
import { OutboundList } from "#web/features/outbound/outbound-list.tsx";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

/** Log of the outbound calls of this server, with the data sent. */
export function OutboundPage() {
  const { productName } = usePublicSettings();
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Calls to others" />
        <header>
          <h1>Calls to others</h1>
          <p className={styles.lead}>
            {`Every call ${productName}'s server made to another one for you, with what it sent. Keys and passwords are left out, long texts are cut short. Only you and the operators of this server see this.`}
          </p>
        </header>
        <Lists productName={productName} />
      </div>
    </div>
  );
}

function Lists({ productName }: { productName: string }) {
  const [scope, setScope] = useState<OutboundScope>("own");
  const own = useQuery(outboundQuery("own"));
  const list = (of: OutboundScope) => <OutboundList scope={of} productName={productName} />;
  if (own.data?.isOperator !== true) return list("own");
  return (
    <Tabs
      label="Whose calls"
      value={scope}
      onChange={setScope}
      items={[
        { value: "own", label: "For you", content: list("own") },
        { value: "all", label: "All of the server", content: list("all") },
      ]}
    />
  );
}
