import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about submissions, the input of `createSubmissionFindings`. */
export interface SubmissionFacts {
  /** Whether the setting `submissions` allows submissions of events. */
  isOpen: boolean
  /** Whether SMTP_URL is set. */
  canSendMail: boolean
  /** When the oldest submission that waits for an editor was sent, Unix time in seconds; undefined if none waits. */
  oldestSentAt: number | undefined
  /** The current time: Unix time in seconds. */
  now: number
}

const WAITING_DAYS_MAX = 7
const DAY_SECONDS = 86_400

export function createSubmissionFindings(facts: SubmissionFacts): DoctorFinding[] {
  const { isOpen, canSendMail, oldestSentAt, now } = facts
  const found: DoctorFinding[] = []
  if (isOpen && !canSendMail) {
    found.push({
      code: 'submissions_without_mail',
      severity: 'warning',
      what: 'Events can be handed in at /submit/, but SMTP_URL is empty.',
      why: 'Nobody tells editors that an event waits and senders what was decided, and addresses of senders are not confirmed.',
      fix: 'Set SMTP_URL and MAIL_FROM.',
    })
  }
  const days = oldestSentAt === undefined ? 0 : Math.floor((now - oldestSentAt) / DAY_SECONDS)
  if (days > WAITING_DAYS_MAX) {
    found.push({
      code: 'submissions_waiting',
      severity: 'warning',
      what: `A submission has waited for an editor for ${days} days.`,
      why: 'The name and address of its sender are stored until an editor has decided.',
      fix: 'Decide at /admin/submissions.',
    })
  }
  return found
}
