import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSelector } from "@tanstack/react-store";
import { Smartphone } from "lucide-react";
import { moment } from "#web/ui/state/as-of.tsx";
import { type DeviceUse, type StoredKind, wipeDevice, wipeKind } from "#web/offline/device-use.ts";
import { announceChange } from "#web/offline/changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { Part, Parts } from "#web/ui/part.tsx";
import { install, installOffer, installState } from "#web/lib/device/install-prompt.ts";
import { deviceQuery } from "./api.ts";
import styles from "./device.module.css";
import { kindWords, sizeWords } from "./stored-words.ts";

interface DevicePanelProps {
  productName: string;
  /** Shows queued writes, so that they can be sent before anything is removed. */
  onSendFirst: () => void;
  /** Called after a kind was removed from this device. */
  onWiped: (kind: StoredKind) => void;
  /** Further parts of the panel, about the user's data. */
  children: ReactNode;
}

type Doomed = Exclude<StoredKind, "app"> | "everything";

/** The data stored on this device, whether the browser's storage is persistent, and buttons to remove it. */
export function DevicePanel({ productName, onSendFirst, onWiped, children }: DevicePanelProps) {
  const client = useQueryClient();
  const use = useQuery(deviceQuery);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const wiping = useMutation({
    mutationFn: async (kind: Doomed) => {
      if (kind !== "everything") return await wipeKind(kind);
      await client.cancelQueries();
      await wipeDevice();
      // Reload, because the old page must not write again.
      location.replace("/");
    },
    onSuccess: async (_, kind) => {
      if (kind === "everything") return;
      announceChange();
      onWiped(kind);
      await client.invalidateQueries({ queryKey: deviceQuery.queryKey });
    },
  });
  if (use.data === undefined) return <Spinner label="Checking what this device keeps" />;
  const { data } = use;
  const unsent = countOf(data, "unsent") + countOf(data, "recordings");
  const asks = doomed === null ? null : questionFor(doomed, data);
  return (
    <Parts>
      <Safety use={data} productName={productName} />
      <Part heading="What is stored">
        <ul className={styles.kinds}>
          {data.kinds.map((stored) => (
            <KindRow key={stored.kind} stored={stored} onRemove={setDoomed} />
          ))}
        </ul>
        <p className={styles.note}>
          {data.lastResponseAt === null
            ? "Nothing was heard from the server yet."
            : `Last heard from the server: ${moment(data.lastResponseAt)}.`}
        </p>
      </Part>
      <InstallPart productName={productName} />
      {children}
      <Part heading="Remove everything">
        <p className={styles.note}>
          The pages, the settings and all that is listed above. You stay signed in; what the server has is
          there again when you look at it.
        </p>
        {unsent === 0 ? null : (
          <div>
            <Button onClick={onSendFirst}>Send what waits first</Button>
          </div>
        )}
        <FormMessage message={wiping.isError ? "It could not be removed. Please try again." : null} />
        <div>
          <Button variant="danger" isBusy={wiping.isPending} onClick={() => setDoomed("everything")}>
            {wiping.isPending ? "Removing..." : "Remove everything from this device"}
          </Button>
        </div>
      </Part>
      <Confirm
        isOpen={asks !== null}
        title={asks?.title ?? ""}
        message={asks?.message ?? ""}
        confirmLabel="Remove"
        onConfirm={() => {
          if (doomed !== null) wiping.mutate(doomed);
        }}
        onClose={() => setDoomed(null)}
      />
    </Parts>
  );
}

function KindRow({
  stored: { kind, bytes, count },
  onRemove,
}: {
  stored: DeviceUse["kinds"][number];
  onRemove: (kind: Exclude<StoredKind, "app">) => void;
}) {
  const { label } = kindWords[kind];
  return (
    <li className={styles.kind}>
      <span className={styles.label}>{label}</span>
      <span className={styles.size}>
        {count === 0 ? "none" : isCounted(kind) ? `${count}, ${sizeWords(bytes)}` : sizeWords(bytes)}
      </span>
      {kind === "app" || count === 0 ? null : (
        <Button variant="plain" aria-label={`Remove: ${label}`} onClick={() => onRemove(kind)}>
          Remove
        </Button>
      )}
    </li>
  );
}

function Safety({ use, productName }: { use: DeviceUse; productName: string }) {
  const { usage, quota, isPersisted, isStored } = use;
  const client = useQueryClient();
  const asking = useMutation({
    mutationFn: async () => await navigator.storage?.persist(),
    onSuccess: () => client.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  });
  return (
    <Part heading="Room on this device">
      {usage === null || quota === null || quota === 0 ? (
        <p>Your browser doesn’t say how much {productName} may keep.</p>
      ) : (
        <>
          <p>{`${sizeWords(usage)} of ${sizeWords(quota)} this browser allows.`}</p>
          <meter className={styles.meter} aria-label="Room used" min={0} max={quota} value={usage}>
            {`${Math.round((100 * usage) / quota)} %`}
          </meter>
        </>
      )}
      <p role="status" className={styles.note}>
        {!isStored
          ? "Your browser stores nothing: everything here is gone when you close the page, and nothing waits for a signal."
          : isPersisted === true
            ? "Your browser will keep this until you remove it."
            : isPersisted === false
              ? "When this device runs out of room, your browser may delete it, unsent changes included."
              : "Your browser may delete this. Opening Looby at an https address can change that."}
        {asking.data === false
          ? ` Your browser said no for now. Putting ${productName} on the home screen usually changes that.`
          : ""}
      </p>
      {isStored && isPersisted === false ? (
        <div>
          <Button isBusy={asking.isPending} onClick={() => asking.mutate()}>
            Ask the browser to keep it
          </Button>
        </div>
      ) : null}
    </Part>
  );
}

function isCounted(kind: StoredKind): boolean {
  return kind === "unsent" || kind === "recordings";
}

function countOf({ kinds }: DeviceUse, kind: StoredKind): number {
  return kinds.find((stored) => stored.kind === kind)?.count ?? 0;
}

function questionFor(doomed: Doomed, use: DeviceUse): { title: string; message: string } {
  if (doomed !== "everything") {
    const { label, whenRemoved } = kindWords[doomed];
    return { title: `Remove from this device: ${label}?`, message: whenRemoved };
  }
  const lost = [
    countWords(countOf(use, "unsent"), "unsent change", "unsent changes"),
    countWords(countOf(use, "recordings"), "recording", "recordings"),
    countWords(use.othersUnsent, "unsent thing someone else left here", "unsent things others left here"),
  ].filter((part) => part !== null);
  return {
    title: "Remove everything from this device?",
    message:
      lost.length === 0
        ? "Nothing is lost: what you made is on the server."
        : `This deletes for good what only this device has: ${new Intl.ListFormat("en").format(lost)}. Cancel to send it first.`,
  };
}

function countWords(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

/** Adds Looby to the home screen, in the way this browser supports. */
function InstallPart({ productName }: { productName: string }) {
  const state = useSelector(installOffer, installState);
  return (
    <Part heading="On the home screen">
      <p className={styles.note}>{wordsFor(state, productName)}</p>
      {state === "possible" ? (
        <div>
          <Button onClick={() => void install()}>
            <Smartphone aria-hidden size={20} strokeWidth={1.8} />
            {`Install ${productName}`}
          </Button>
        </div>
      ) : null}
    </Part>
  );
}

function wordsFor(state: ReturnType<typeof installState>, productName: string): string {
  switch (state) {
    case "installed":
      return `${productName} runs from the home screen: it opens without a signal, and pictures and links can be shared to it.`;
    case "possible":
      return `${productName} then opens from the home screen without a signal, and pictures and links can be shared to it.`;
    case "by-hand":
      return `Tap Share, then "Add to Home Screen". Safari throws away what a page keeps after seven days without a visit, but not what an app on the home screen keeps.`;
    case "unknown":
      return `If this browser can do it, its menu has "Install" or "Add to Home screen". It takes an https address.`;
  }
}
