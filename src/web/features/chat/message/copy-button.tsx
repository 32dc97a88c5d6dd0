import { Copy } from "lucide-react";
import { copyText } from "#web/lib/copy-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface CopyButtonProps {
  what: "answer" | "code";
  text: () => string;
}

/** Copies an answer or its code, and says so in a toast. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const done = what === "answer" ? "Answer copied." : "Code copied.";
  const problem = `Your browser can’t copy here. Select the ${what} and copy it.`;
  return (
    <IconButton label={`Copy ${what}`} icon={Copy} onClick={() => void copyText(text(), done, problem)} />
  );
}
