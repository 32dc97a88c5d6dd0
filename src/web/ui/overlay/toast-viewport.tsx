import { Toast } from "@base-ui/react/toast";
import { Check, Info, TriangleAlert, X, type LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../icon-button.tsx";
import { pendingToasts, takeToasts, toastTimeout, type ToastMessage } from "./toast.ts";
import styles from "./toast.module.css";

const icons: Record<ToastMessage["kind"], LucideIcon> = { done: Check, info: Info, problem: TriangleAlert };

export function ToastViewport() {
  return (
    <Toast.Provider limit={1}>
      <PendingToasts />
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Moves the toasts queued by `showToast` into Base UI, which times and announces them. */
function PendingToasts() {
  const { add } = Toast.useToastManager<ToastMessage>();
  useEffect(() => {
    const move = (): void => {
      for (const message of takeToasts()) {
        add({
          ...(message.topic === undefined ? {} : { id: message.topic }),
          title: message.text,
          data: message,
          timeout: toastTimeout(message),
          priority: message.kind === "problem" ? "high" : "low",
        });
      }
    };
    move();
    return pendingToasts.subscribe(move).unsubscribe;
  }, [add]);
  return null;
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager<ToastMessage>();
  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? "info";
    const action = toast.data?.action;
    const Icon = icons[kind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={styles.toast}
        data-kind={kind}
        swipeDirection={["down", "right"]}
      >
        <Toast.Content className={styles.content}>
          <Icon className={styles.icon} aria-hidden size={20} strokeWidth={2} />
          {/* The sentence is the toast's accessible name: to a screen reader each toast is a small dialog. */}
          <Toast.Title render={<p />} className={styles.text} />
          {action === undefined ? null : (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                // Before the action, which may show another toast about the same topic.
                close(toast.id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          {/* Not Toast.Close: it is hidden from screen readers but stays in the tab order. */}
          <IconButton label="Dismiss" icon={X} onClick={() => close(toast.id)} />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
