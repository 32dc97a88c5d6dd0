import styles from "./app-footer.module.css";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";

/** Two links the operator chooses, on screens wide enough to spare the line. */
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

/** Another site opens beside the page and learns nothing of it. */
const elsewhere = { target: "_blank", rel: "noopener noreferrer" };

function isOwn(url: string): boolean {
  return url.startsWith("/");
}
