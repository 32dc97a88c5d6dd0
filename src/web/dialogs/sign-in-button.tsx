import { Button } from "#web/ui/button.tsx";
import { useOpenDialog } from "./dialog-navigation.ts";

/** For places that require an account. */
export function SignInButton() {
  const openDialog = useOpenDialog();
  return (
    <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
      Sign In
    </Button>
  );
}
