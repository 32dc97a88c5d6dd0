import { Button } from "#web/ui/button.tsx";
import { useOpenDialog } from "./dialog-navigation.ts";

/** Where only an account helps. */
export function SignInButton() {
  const openDialog = useOpenDialog();
  return (
    <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
      Sign In
    </Button>
  );
}
