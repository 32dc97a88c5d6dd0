import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationChoices } from "#shared/features/notifications/contract.ts";
import { chosenKindNames, chosenKinds } from "#shared/features/notifications/kinds.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import { notificationQueries } from "./api.ts";
import { type DevicePush, devicePush, turnPushOff, turnPushOn } from "./device-push.ts";
import { saveChoices } from "./notification-operations.ts";
import styles from "./notification-list.module.css";

/** The kinds of notifications a user wants, and whether this device shows them while Looby is closed. */
export function NotificationSettings({ userId }: { userId: string }) {
  const choices = useQuery(notificationQueries.choices());
  if (choices.data === undefined) {
    return <QueryState query={choices} title="Your choices did not load" label="Loading your choices" />;
  }
  return (
    <div className={styles.all}>
      <AsOf of={choices} />
      <KindSwitches choices={choices.data} />
      <PushSwitch userId={userId} pushKey={choices.data.pushKey} />
    </div>
  );
}

function KindSwitches({ choices }: { choices: NotificationChoices }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (muted: NotificationChoices["muted"]) => {
    setProblem(await saveChoices(client, { ...choices, muted }));
  };
  return (
    <>
      <h3 className={styles.heading}>Tell me about</h3>
      {chosenKindNames.map((kind) => (
        <Switch
          key={kind}
          label={chosenKinds[kind]}
          isOn={!choices.muted.includes(kind)}
          onChange={(isOn) =>
            void choose(isOn ? choices.muted.filter((other) => other !== kind) : [...choices.muted, kind])
          }
        />
      ))}
      <FormMessage message={problem} />
    </>
  );
}

function PushSwitch({ userId, pushKey }: { userId: string; pushKey: string | null }) {
  const client = useQueryClient();
  const queryKey = ["device-push", userId];
  const state = useQuery({ queryKey, queryFn: () => devicePush(userId), meta: { isStored: false } }).data;
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      isOn && pushKey !== null ? turnPushOn(userId, pushKey) : turnPushOff(userId),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (state === undefined) return null;
  if (pushKey === null || state === "unsupported" || state === "denied")
    return <p className={styles.time}>{pushKey === null ? noService : reasons[state]}</p>;
  return (
    <>
      <Switch
        label="Notify me when Looby is closed"
        hint="Sent encrypted through your browser’s push service. Needs internet. Ends when you sign out."
        isOn={state === "on"}
        onChange={(isOn) => change.mutate(isOn)}
      />
      <FormMessage
        message={
          change.isError
            ? "Your browser’s push service did not answer. Until it does, you see notifications only while Looby is open. Please try again later."
            : null
        }
      />
    </>
  );
}

const noService = "You see notifications while Looby is open. This server sends none when it is closed.";
const reasons: Record<DevicePush, string> = {
  on: "",
  off: "",
  denied: "Notifications of Looby are blocked in this browser. You can allow them in its site settings.",
  unsupported:
    "This browser can notify you only while Looby is open. An https address, and on an iPhone Looby on the home screen, can change that.",
};
