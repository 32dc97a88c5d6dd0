import { createTransport } from "nodemailer";
import type { Log } from "#server/log.ts";
import { OUTBOUND_CALL } from "#server/platform/egress.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** @param options.url smtp:// or smtps:// address of the mail server */
export function createMailer({ url, from, log }: { url: string; from: string; log: Log }): Mailer {
  const transport = createTransport(url);
  const { host } = new URL(url);
  return {
    async send(mail) {
      const startedAt = performance.now();
      let status: number | null = null;
      try {
        status = Number.parseInt((await transport.sendMail({ from, ...mail })).response, 10);
      } finally {
        const ms = Math.round(performance.now() - startedAt);
        log.info({ host, purpose: "mail", bytes: Buffer.byteLength(mail.text), status, ms }, OUTBOUND_CALL);
      }
    },
  };
}
