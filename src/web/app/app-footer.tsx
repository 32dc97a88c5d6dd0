import styles from "./app-footer.module.css";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";

/** The operator's two footer links. Shown only on screens with room for the extra line. */
export function AppFooter() {
  const { links } = usePublicSettings();
  if (links.length === 0) return null;
  return (
    <footer className={styles.footer}>
      {links.map((link) => (
        <a key={link.url} className={styles.link} href={link.url} {...(isOwn(link.url) ? {} : elsewhere)}>
          {link.label}
        </a>
      ))}
    </footer>
  );
}

/** Opens external links in a new tab, without an opener or a referrer. */
const elsewhere = { target: "_blank", rel: "noopener noreferrer" };

function isOwn(url: string): boolean {
  return url.startsWith("/");
}
