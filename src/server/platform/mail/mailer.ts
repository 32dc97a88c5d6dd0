import { createTransport } from "nodemailer";
import { presentCause, type RecordOutbound } from "#server/platform/outbound-call.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/**
 * @param options.url smtp:// or smtps:// address of the mail server
 * @param options.record logs every mail without its text, because mails contain codes
 */
export function createMailer(options: { url: string; from: string; record?: RecordOutbound }): Mailer {
  const transport = createTransport(options.url);
  const { host } = new URL(options.url);
  return {
    async send(mail) {
      const end = options.record?.({
        ...presentCause(),
        purpose: "mail",
        method: "SMTP",
        host,
        path: "/",
        fields: ["from", "to", "subject", "text"],
        sent: JSON.stringify({ subject: mail.subject, text: `[${mail.text.length} characters, not kept]` }),
        bytesSent: Buffer.byteLength(mail.text),
      });
      try {
        await transport.sendMail({ from: options.from, ...mail });
        end?.({ outcome: "answered", status: null, bytesReceived: 0 });
      } catch (error) {
        end?.({ outcome: "no-answer", status: null, bytesReceived: 0 });
        throw error;
      }
    },
  };
}
