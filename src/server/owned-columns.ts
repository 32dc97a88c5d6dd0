import type { OwnedColumn } from "#server/db/owned-column.ts";
import { chatOwnedColumns } from "#server/features/chat/repository.ts";
import { companionOwnedColumns } from "#server/features/companions/repository.ts";
import { communityOwnedColumns } from "#server/features/communities/repository.ts";
import { lendingOwnedColumns } from "#server/features/lending/repository.ts";
import { dailyOwnedColumns } from "#server/features/daily/repository.ts";
import { exploreOwnedColumns } from "#server/features/explore/repository.ts";
import { mem0OwnedColumns } from "#server/features/mem0/repository.ts";
import { memoryOwnedColumns } from "#server/features/memories/repository.ts";
import { needOwnedColumns } from "#server/features/needs/repository.ts";
import { notificationOwnedColumns } from "#server/features/notifications/repository.ts";
import { photoOwnedColumns } from "#server/features/photos/repository.ts";
import { resourceOwnedColumns } from "#server/features/resources/repository.ts";
import { searchOwnedColumns } from "#server/features/search/repository.ts";
import { omiOwnedColumns } from "#server/features/omi/repository.ts";
import { telegramOwnedColumns } from "#server/features/telegram/repository.ts";
import { vibeOwnedColumns } from "#server/features/vibe/repository.ts";
import { httpOwnedColumns } from "#server/http/idempotency/idempotency.ts";

/** The ownership columns of all features. Their rows are moved when a visitor creates an account. */
export const ownedColumns: readonly OwnedColumn[] = [
  ...httpOwnedColumns,
  ...communityOwnedColumns,
  ...resourceOwnedColumns,
  ...photoOwnedColumns,
  ...searchOwnedColumns,
  ...chatOwnedColumns,
  ...companionOwnedColumns,
  ...memoryOwnedColumns,
  ...dailyOwnedColumns,
  ...exploreOwnedColumns,
  ...notificationOwnedColumns,
  ...omiOwnedColumns,
  ...mem0OwnedColumns,
  ...lendingOwnedColumns,
  ...needOwnedColumns,
  ...telegramOwnedColumns,
  ...vibeOwnedColumns,
];
