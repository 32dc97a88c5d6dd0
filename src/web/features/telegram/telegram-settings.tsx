import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type TelegramLink,
  createLinkCode,
  getTelegramLink,
  removeTelegramLink,
} from "#shared/features/telegram/contract.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { call } from "#web/lib/server/api-client.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { FormMessage } from "#web/ui/form/form-message.tsx";
import { Part } from "#web/ui/part.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";
import styles from "./telegram-settings.module.css";

/** Milliseconds between two checks whether the code was used. */
const LOOK_EVERY_MS = 3000;

const linkQuery = queryOptions({
  queryKey: ["telegram", "link"],
  queryFn: async ({ signal }) => call(getTelegramLink, {}, { signal }),
  meta: { isStored: false },
});

/** Links the account to a chat with the Telegram bot, or ends the link. Renders nothing when this server has no bot. */
export function TelegramSettings() {
  const link = useQuery(linkQuery);
  if (link.data?.isAvailable === false) return null;
  return (
    <Part heading="Telegram">
      {link.data === undefined ? (
        <QueryState
          query={link}
          title="Your Telegram link did not load"
          label="Looking up your Telegram link"
        />
      ) : link.data.isLinked ? (
        <Linked link={link.data} />
      ) : (
        <Unlinked />
      )}
    </Part>
  );
}

function Linked({ link }: { link: TelegramLink }) {
  const client = useQueryClient();
  const unlink = useMutation({
    mutationFn: async () => call(removeTelegramLink, {}),
    onSuccess: (now) => client.setQueryData(linkQuery.queryKey, now),
  });
  return (
    <>
      <p>
        Linked{link.name === null ? "" : ` with ${link.name}`}. Ask there, and your notifications arrive there
        too.
      </p>
      <Button isBusy={unlink.isPending} onClick={() => unlink.mutate()}>
        {unlink.isPending ? "Unlinking..." : "Unlink Telegram"}
      </Button>
      <FormMessage message={unlink.error?.message ?? null} />
    </>
  );
}

function Unlinked() {
  const issue = useMutation({
    mutationFn: async () => {
      const { useRag } = currentChatSettings();
      return await call(createLinkCode, { body: { useRag } });
    },
  });
  const code = issue.data;
  const hasExpired = useHasPassed(code?.expiresAt ?? null);
  // The code is used in Telegram, so this page has to poll.
  useQuery({ ...linkQuery, refetchInterval: code !== undefined && !hasExpired ? LOOK_EVERY_MS : false });
  return (
    <>
      <p>Ask from Telegram, and hear there when someone answers you or has what you need.</p>
      {code === undefined || hasExpired ? null : (
        <div className={styles.code} role="status">
          <a className={buttonClass("primary")} href={code.url} target="_blank" rel="noopener noreferrer">
            Open Telegram
          </a>
          <p>
            Or send <code translate="no">/start {code.code}</code> to @{code.botUsername}. It works once,
            until {new Date(code.expiresAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.
          </p>
        </div>
      )}
      {hasExpired ? <p role="status">That code was not used in time. Please make a new one.</p> : null}
      <Button isBusy={issue.isPending} onClick={() => issue.mutate()}>
        {issue.isPending ? "Making a code..." : code === undefined ? "Link Telegram" : "Make a new code"}
      </Button>
      {issue.error === null ? null : (
        <>
          <FormMessage message="Failed to generate linking code" />
          <p>{issue.error.message || "Unknown error occurred"}</p>
        </>
      )}
    </>
  );
}

/** @param instant ISO 8601; null: none */
function useHasPassed(instant: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    if (instant === null) return;
    const timer = setTimeout(() => setPassed(instant), Math.max(0, Date.parse(instant) - Date.now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return instant !== null && passed === instant;
}
