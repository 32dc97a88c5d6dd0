import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { QrCode } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { CodeForm } from "#web/features/nfc/code-form.tsx";
import { ScanPanel } from "#web/features/nfc/scan-panel.tsx";
import { settingsQuery } from "#web/features/settings/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "../page.tsx";
import styles from "../page.module.css";

const QrScanner = lazy(async () => ({
  default: (await import("#web/features/nfc/qr-scanner.tsx")).QrScanner,
}));
const SampleGear = lazy(async () => ({ default: (await import("./sample-gear.tsx")).SampleGear }));

/** Reads the tag of a thing or a companion: by NFC, by camera, or typed. */
export function ReadTag() {
  const isDemo = useQuery(settingsQuery).data?.demoMode === true;
  const navigate = useNavigate();
  const [shown, setShown] = useState<"camera" | "sample" | null>(null);
  const openTag = (code: string): void => {
    setShown(null);
    void navigate({ to: "/t/$", params: { _splat: code } });
  };
  return (
    <Page view="Scan a tag" lead="Scan a thing’s sticker to see it, borrow it or give it back.">
      <ScanPanel onCode={openTag} onSample={isDemo ? () => setShown("sample") : undefined} />
      <section className={styles.stack} aria-label="Without NFC">
        <h2>Without NFC</h2>
        <div>
          <Button onClick={() => setShown("camera")}>
            <QrCode aria-hidden size={20} strokeWidth={1.8} />
            Scan a QR code
          </Button>
        </div>
        <CodeForm onCode={openTag} />
      </section>
      <Suspense>
        {shown === "camera" ? <QrScanner onCode={openTag} onClose={() => setShown(null)} /> : null}
        {shown === "sample" ? <SampleGear onClose={() => setShown(null)} /> : null}
      </Suspense>
    </Page>
  );
}
