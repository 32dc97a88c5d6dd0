import type { SettingName } from "./environment-settings.ts";
import type { Quotas } from "#server/http/limits/quota.ts";

/** @param whole reads a setting as a whole number between `min` and `max` */
export function readQuotas(whole: (name: SettingName, min: number, max: number) => number): Quotas {
  const most = (name: SettingName) => whole(name, 0, 1_000_000_000);
  const user = {
    listings: most("QUOTA_USER_LISTINGS"),
    memories: most("QUOTA_USER_MEMORIES"),
    needs: most("QUOTA_USER_NEEDS"),
    photos: most("QUOTA_USER_PHOTOS"),
    photoBytes: whole("QUOTA_USER_PHOTO_MB", 0, 1_000_000) * 1024 * 1024,
    toEmbed: most("QUOTA_USER_TO_EMBED"),
  };
  return {
    user,
    visitor: {
      // Only accounts can add listings and photos.
      listings: 0,
      photos: 0,
      photoBytes: 0,
      memories: most("QUOTA_VISITOR_MEMORIES"),
      needs: most("QUOTA_VISITOR_NEEDS"),
      toEmbed: most("QUOTA_VISITOR_TO_EMBED"),
    },
    community: { listings: most("QUOTA_COMMUNITY_LISTINGS") },
  };
}
