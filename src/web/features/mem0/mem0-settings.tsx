import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Mem0Consent, getMem0Consent, setMem0Consent } from "#shared/features/mem0/contract.ts";
import { call } from "#web/lib/server/api-client.ts";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Part } from "#web/ui/part.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

/** Milliseconds between two checks while copies are being created or deleted. */
const LOOK_EVERY_MS = 5000;

const consentQuery = queryOptions({
  queryKey: ["mem0", "consent"],
  queryFn: async ({ signal }) => call(getMem0Consent, {}, { signal }),
  meta: { isStored: false },
  refetchInterval: ({ state: { data } }) => (data !== undefined && isOnTheWay(data) ? LOOK_EVERY_MS : false),
});

/**
 * Grants or withdraws consent to copies of the user's memories at Mem0. Renders nothing when this server has no Mem0 and there are no
 * copies.
 */
export function Mem0Settings() {
  const consent = useQuery(consentQuery);
  if (consent.data === undefined) {
    return (
      <Part heading="Mem0">
        <QueryState
          query={consent}
          title="Your Mem0 choice did not load"
          label="Looking up your Mem0 choice"
        />
      </Part>
    );
  }
  const { isAvailable, isOn } = consent.data;
  return isAvailable || isOn || isOnTheWay(consent.data) ? <Consent consent={consent.data} /> : null;
}

function Consent({ consent }: { consent: Mem0Consent }) {
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: async (isOn: boolean) => call(setMem0Consent, { body: { isOn } }),
    onSuccess: (now) => client.setQueryData(consentQuery.queryKey, now),
  });
  return (
    <Part heading="Mem0">
      <Switch
        label="Let Mem0 help find my memories"
        hint="Mem0, a service outside this server, gets a copy of each memory, without your name. Switch it off and it forgets them."
        isOn={turn.isPending ? turn.variables : consent.isOn}
        onChange={(isOn) => turn.mutate(isOn)}
      />
      <p role="status">{progressOf(consent)}</p>
      <FormMessage message={turn.error?.message ?? null} />
    </Part>
  );
}

function isOnTheWay({ toCopy, toForget }: Mem0Consent): boolean {
  return toCopy + toForget > 0;
}

function progressOf({ isAvailable, toCopy, toForget }: Mem0Consent): string | null {
  const parts = [
    ...(toCopy > 0 ? [`${memories(toCopy)} still to be copied.`] : []),
    ...(toForget > 0 ? [`${memories(toForget)} still to be forgotten there.`] : []),
    ...(!isAvailable && toCopy + toForget > 0 ? ["This server is not connected to Mem0 right now."] : []),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}

function memories(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "memory" : "memories"}`;
}
