import type { Context } from "hono";
import type { Config } from "#server/config/config.ts";
import type { DatabaseClient } from "#server/db/connection/client.ts";
import type { DataEpoch } from "#server/features/set-back/repository.ts";
import type { ClockWatch } from "#server/features/settings/clock-watch.ts";
import type { Accounts } from "#server/features/account/accounts.ts";
import type { WaitingRoom } from "#server/http/limits/waiting-room.ts";
import type { SeenRequests } from "#server/http/request/seen-requests.ts";
import type { Sessions } from "#server/http/request/actor.ts";
import type { Log } from "./log.ts";
import type { Embedder } from "#server/platform/embeddings/embedder.ts";
import type { Geocoder } from "#server/platform/geocoder/geocoder.ts";
import type { LanguageModel } from "#server/platform/llm/language-model.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Transcriber } from "#server/platform/speech/transcriber.ts";
import type { PushSender } from "#server/platform/push/push-sender.ts";
import type { TelegramBot } from "#server/platform/telegram/telegram-bot.ts";
import type { Mem0 } from "#server/platform/mem0/mem0.ts";
import type { Omi } from "#server/platform/omi/omi.ts";
import type { PhotoStorage } from "#server/platform/storage/photo-storage.ts";

/** All external services a feature may use. Created once in main.ts, or from fakes in a test. */
export interface Deps {
  readonly config: Config;
  readonly log: Log;
  readonly database: DatabaseClient;
  /** Notices a wrong clock of this server. */
  readonly clock: Pick<ClockWatch, "isTrusted" | "lastJump">;
  /** As of the start. A restore requires a restart. */
  readonly dataEpoch: DataEpoch;
  readonly accounts: Accounts;
  /** The sessions of `accounts`. Most of the server needs nothing else of them. */
  readonly sessions: Sessions;
  /** User ids of the accounts listed in OPERATORS, as of the start. */
  readonly operators: ReadonlySet<string>;
  /** The server's secret: `config.secret`, or the one generated at the first start. Every use derives its own key from it. */
  readonly secret: string;
  readonly storage: PhotoStorage;
  readonly embedder: Embedder;
  readonly transcriber: Transcriber;
  /** Null: no language model is configured, and the chat answers in search mode. */
  readonly languageModel: LanguageModel | null;
  /** Null: only addresses known to this server are found. */
  readonly geocoder: Geocoder | null;
  /** Null: this server is not connected to Omi. */
  readonly omi: Omi | null;
  /** Null: this server is not connected to Mem0. */
  readonly mem0: Mem0 | null;
  /** Null: this server has no Telegram bot. */
  readonly telegram: TelegramBot | null;
  /** Null: no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Null: push is off. */
  readonly pusher: PushSender | null;
  /** Delays callers that send too many requests. */
  readonly waitingRoom: WaitingRoom;
  /** Notifies the embedding job that documents changed. */
  wakeEmbedding(): void;
  /** The proxy and the phones as their requests show them, for the operator. */
  readonly seen: SeenRequests;
  /** The client's network address; behind a trusted proxy, the forwarded one. */
  addressOf(context: Context): string;
}
