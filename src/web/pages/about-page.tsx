import { Link } from "@tanstack/react-router";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { PageTitle } from "./page-title.tsx";
import styles from "./page.module.css";

/** The footer's default target. */
export function AboutPage() {
  const { productName } = usePublicSettings();
  return (
    <div className={styles.page}>
      <article className={styles.column}>
        <PageTitle view="About" />
        <h1>About {productName}</h1>
        <p>
          {productName} is a companion for people in a desert city with dust, sun, loud music and almost no
          signal. It answers questions from what its communities share, keeps a library of venues, gear and
          talents, and shows them on the city's map.
        </p>
        <p>
          It works without signal: what you write is saved on your phone and sent when this camp's server can
          be reached. The server may be one laptop. Nothing you gave it is lost, and no one sees what is not
          theirs.
        </p>
        <section className={styles.stack} id="source">
          <h2>Source code and licence</h2>
          <p>
            {productName} is free software under the MIT licence: you may use, study, change and share it. The
            people who run this server can give you the source it runs; its calls are described at{" "}
            <a href="/api/openapi.json">/api/openapi.json</a>. Much of it was made by others:{" "}
            <a href="/licences/notices.txt">their names and licences</a>.
          </p>
        </section>
        <section className={styles.stack}>
          <h2>What leaves this server</h2>
          <p>
            <Link to="/outbound">The services this server may call</Link>, and what it sends them.
          </p>
        </section>
        <section className={styles.stack}>
          <h2>For operators</h2>
          <p>
            If you run this server, you can{" "}
            <Link to="/operator/$page" params={{ page: "checks" }}>
              check its address, clock and disk
            </Link>
            ,{" "}
            <Link to="/operator/$page" params={{ page: "camps" }}>
              import the camps of a year
            </Link>{" "}
            and{" "}
            <Link to="/operator/$page" params={{ page: "omi" }}>
              connect it to Omi
            </Link>
            .
          </p>
        </section>
      </article>
    </div>
  );
}
