import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about mail, the input of `createMailFindings`. */
export interface MailFacts {
  /** Whether SMTP_URL is set. */
  isConfigured: boolean
  /** The reason why the mail server cannot be used; undefined if it can, or if no mail server is configured. */
  serverProblem: string | undefined
  /**
   * Numbers of mails in the outbox. `waiting`: to be delivered, `retried` of them after a failed attempt. `failed`:
   * given up.
   */
  waiting: number
  retried: number
  failed: number
  /** The error of one of the mails that failed; empty if no mail has failed. */
  problem: string
}

export function createMailFindings({ isConfigured, serverProblem, ...outbox }: MailFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (serverProblem !== undefined) {
    found.push({
      code: 'mail_server_unusable',
      severity: 'wrong',
      what: `The mail server of SMTP_URL cannot be used (${serverProblem}).`,
      why: 'Mails wait for up to three days and are then given up.',
      fix: 'Check address, port, user and password in SMTP_URL, and the firewall.',
    })
  }
  if (outbox.waiting > 0 && !isConfigured) {
    found.push({
      code: 'mail_not_delivered',
      severity: 'warning',
      what: `Mails wait for delivery (${outbox.waiting}), but SMTP_URL is empty.`,
      why: 'Nobody gets them.',
      fix: 'Set SMTP_URL and MAIL_FROM.',
    })
  } else if (outbox.retried > 0 || outbox.failed > 0) {
    found.push({
      code: 'mail_failed',
      severity: 'warning',
      what: `Mails with failed attempts: ${outbox.retried}; mails given up in the last seven days: ${outbox.failed}.`,
      why: `The recipients did not get them. A reason: ${outbox.problem}`,
      fix: 'Check the addresses of the recipients, MAIL_FROM and the log of the mail server.',
    })
  }
  return found
}
