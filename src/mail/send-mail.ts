import { createTransport } from 'nodemailer'
import type { ClaimedMail } from './mail-outbox.ts'

/** The mail server and the sender of all mails. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string
  /** Sender: an address, or a name with an address in angle brackets. */
  from: string
}

/** Thrown when an attempt to deliver a mail fails. */
export class MailError extends Error {
  override name = 'MailError'
  /**
   * `unavailable`: the server could not be reached or used, which concerns all mails. `later`: the server refused this
   * mail temporarily. `never`: the server refused this mail permanently (RFC 5321, 4.2.1).
   */
  readonly kind: 'unavailable' | 'later' | 'never'

  constructor(kind: MailError['kind'], cause: Error) {
    super(cause.message.split('\n')[0], { cause })
    this.kind = kind
  }
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

const connect = ({ smtpUrl }: MailSettings) =>
  createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...TIMEOUTS })

/**
 * Delivers a mail to the mail server. All attempts have the same Message-ID, so that a mail that was accepted before a
 * crash and is sent again can be recognized.
 * @throws {MailError}
 */
export async function sendMail(settings: MailSettings, mail: ClaimedMail): Promise<void> {
  const transport = connect(settings)
  try {
    await transport.sendMail({
      from: settings.from,
      to: { name: '', address: mail.recipient },
      messageId: `<${mail.message_id}@${hostOf(settings.from)}>`,
      subject: mail.subject,
      text: mail.body,
      // This header prevents automatic replies, such as notes of absence (RFC 3834).
      headers: { 'auto-submitted': 'auto-generated' },
    })
  } catch (error) {
    throw mailErrorOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

/** Connects and signs in to the mail server, without sending anything. @throws {MailError} */
export async function verifyMailServer(settings: MailSettings): Promise<void> {
  const transport = connect(settings)
  try {
    await transport.verify()
  } catch (error) {
    throw mailErrorOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

interface SmtpError extends Error {
  /**
   * Error codes of the SMTP library: with `EENVELOPE` and `EMESSAGE`, the server refused sender, recipient or text of
   * this mail.
   */
  code?: string
  responseCode?: number
}

function mailErrorOf(error: SmtpError): MailError {
  const concernsMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (!concernsMail) return new MailError('unavailable', error)
  return new MailError((error.responseCode ?? 0) >= 500 ? 'never' : 'later', error)
}

const hostOf = (from: string) => /@([^\s@>]+)>?$/.exec(from)?.[1] ?? 'localhost'
