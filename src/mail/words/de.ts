import type { MailWords } from './en.ts'

export const de: MailWords = {
  greeting: 'Guten Tag,',
  password: {
    subject: (site) => `Ein Passwort für ${site}`,
    text: (login, site) =>
      `jemand, vermutlich Sie, hat um einen Link gebeten, um ein neues Passwort für das Konto „${login}“ bei ${site} zu setzen. Der Link gilt 24 Stunden und kann einmal benutzt werden:`,
    footer: 'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Es hat sich nichts geändert.',
  },
  invitation: {
    subject: (site) => `Ihr Konto bei ${site}`,
    text: (login, site) =>
      `Sie haben ein Konto „${login}“ bei ${site}. Wählen Sie mit diesem Link ein Passwort; er gilt 24 Stunden und kann einmal benutzt werden:`,
  },
}
