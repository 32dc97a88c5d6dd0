import { Link } from "@tanstack/react-router";
import { useOpenDialog } from "../dialog-navigation.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import styles from "./page.module.css";

/** The ways to a person's memories: to write one, and to all of them. */
export function MyMemories() {
  const openDialog = useOpenDialog();
  return (
    <section className={styles.stack} aria-labelledby="my-memories">
      <h2 id="my-memories">My memories</h2>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => openDialog({ dialog: "create-memory" })}>
          Create a Memory
        </Button>
        <Link to="/memories" className={buttonClass()}>
          View Memory Bank
        </Link>
      </div>
    </section>
  );
}
