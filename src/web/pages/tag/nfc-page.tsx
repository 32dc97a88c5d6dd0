import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { QrCode } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { readTagText } from "#shared/features/nfc/tag-code.ts";
import { CodeForm } from "#web/features/nfc/code-form.tsx";
import { sampleGear } from "#web/features/nfc/sample-gear.ts";
import { ScanPanel } from "#web/features/nfc/scan-panel.tsx";
import { ResourceView } from "#web/features/resources/view/resource-view.tsx";
import { settingsQuery } from "#web/features/settings/api.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Page } from "../page.tsx";
import { PageTitle } from "../page-title.tsx";
import { MetCompanion } from "./met-companion.tsx";
import { TaggedItem, Unlocked } from "./tagged-item.tsx";
import styles from "../page.module.css";

// Only a camera needs its large decoder.
const QrScanner = lazy(async () => ({
  default: (await import("#web/features/nfc/qr-scanner.tsx")).QrScanner,
}));

/** Reads a tag; with a code in the address, shows the tag's resource. */
export function NfcPage() {
  const { _splat: code } = useParams({ strict: false });
  return code === undefined ? <ReadTag /> : <TagPage code={code} />;
}

/** Reads the tag of a thing or a companion: by NFC, by camera, or typed. */
function ReadTag() {
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
      {shown === "camera" ? (
        <Suspense>
          <QrScanner onCode={openTag} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
      {shown === "sample" ? <SampleGear onClose={() => setShown(null)} /> : null}
    </Page>
  );
}

/** A sample item for demo mode, shown when a scan finds no chip. It is marked as a sample. */
function SampleGear({ onClose }: { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog isOpen={isOpen} title={sampleGear.title} onClose={() => setIsOpen(false)} onClosed={onClose}>
      <div className={styles.stack}>
        <div>
          <Tag>Sample</Tag>
        </div>
        <Unlocked name={sampleGear.communityName} communityId={null} />
        <ResourceView resource={sampleGear} place={null} vibe={null} />
      </div>
    </Dialog>
  );
}

/** Target of every tag: shows its resource or its companion. */
function TagPage({ code }: { code: string }) {
  const reading = readTagText(`/t/${code}`);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <PageTitle view="Tag" />
        {reading.kind === "item" ? <TaggedItem key={reading.code} code={reading.code} /> : null}
        {reading.kind === "companion" ? <MetCompanion key={reading.code} code={reading.code} /> : null}
        {reading.kind === "problem" ? (
          <EmptyState isPage title="This isn’t a Looby tag" text="Nothing was opened.">
            <Link to="/nfc" className={buttonClass("primary")}>
              Scan another tag
            </Link>
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
}
