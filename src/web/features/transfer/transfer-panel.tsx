import type { TransferPart } from "#shared/features/transfer/contract.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { exportAddress } from "./api.ts";
import { ImportPart } from "./import-part.tsx";
import styles from "./transfer.module.css";

const parts: { part: TransferPart; title: string; hint: string }[] = [
  {
    part: "listings",
    title: "Listings",
    hint: "CSV or JSON. The first row of a CSV file names the columns: title, description and type (venue, gear or talent); status, tags, address, latitude, longitude and id if you have them.",
  },
  {
    part: "members",
    title: "Members",
    hint: "CSV or JSON. The first row of a CSV file names the columns: pseudonym and role (member or admin). People need an account here. No one is removed.",
  },
];

/** Exports and imports a community's listings and members as files, for its admins. */
export function TransferPanel({ communityId }: { communityId: string }) {
  return (
    <div className={styles.panel}>
      {parts.map(({ part, title, hint }) => (
        <section key={part} className={styles.part} aria-label={title}>
          <h3>{title}</h3>
          <div className={styles.downloads}>
            {(["csv", "json"] as const).map((format) => (
              <a
                key={format}
                className={buttonClass()}
                href={exportAddress(communityId, part, format)}
                download={`${part}.${format}`}
              >
                {`Export ${title.toLowerCase()} as ${format.toUpperCase()}`}
              </a>
            ))}
          </div>
          <ImportPart communityId={communityId} part={part} hint={hint} />
        </section>
      ))}
      <p className={styles.text}>Contacts and photos stay here: they are never part of a file.</p>
    </div>
  );
}
