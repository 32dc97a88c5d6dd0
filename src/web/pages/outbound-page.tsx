import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { listServices, type OutboundPurpose } from "#shared/features/outbound/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { Page } from "./page.tsx";

/** The purpose of each service, and the data it receives. */
const words: Record<OutboundPurpose, [name: string, sent: string]> = {
  answer: [
    "Answers by a language model",
    "what you ask, the conversation, what was found to answer it, and memories to describe",
  ],
  embedding: ["Search by meaning", "texts of camps, the library, memories, needs and questions"],
  speech: ["Speech to text", "your recording"],
  address: ["Addresses outside the city", "the address you look for"],
  photo: ["Photo storage", "photos"],
  push: ["Notifications", "the notification, encrypted for your device"],
  telegram: ["Telegram", "answers and notifications, if you connected it"],
  omi: ["Omi", "memories and conversations you send there, if you connected it"],
  mem0: ["Mem0", "your memories and questions, if you allowed it"],
  mail: ["Mail", "your address, your name and a code, if you forgot your password"],
};

/** The external services that this server is configured to call, and the data they receive. */
export function OutboundPage() {
  const { productName } = usePublicSettings();
  const services = useQuery({
    queryKey: ["outbound"],
    queryFn: async ({ signal }) => await call(listServices, {}, { signal }),
    meta: { isStored: false },
  });
  return (
    <Page
      view="What leaves this server"
      lead={`The services ${productName}'s server may call, and what it sends them. It calls no others.`}
    >
      {services.data === undefined ? (
        <QueryState query={services} title="The services did not load" label="Loading the services" />
      ) : (
        services.data.services.map(({ purpose, hosts }) => {
          const [name, sent] = words[purpose];
          return (
            <section key={purpose}>
              <h2>{name}</h2>
              <p>{hosts.length === 0 ? "Off: nothing is sent." : `${hosts.join(", ")} gets ${sent}.`}</p>
            </section>
          );
        })
      )}
      <p>
        <Link to="/about">{`More about ${productName}`}</Link>
      </p>
    </Page>
  );
}
