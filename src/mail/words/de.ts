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
  submission: {
    confirm: {
      subject: (title) => `Bitte bestätigen: ${title}`,
      text: (title, site) =>
        `bitte bestätigen Sie, dass Sie die Veranstaltung „${title}“ an ${site} gesandt haben. Erst danach sieht sie die Redaktion:`,
      footer: 'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Ihre Adresse wird nach zwei Tagen gelöscht.',
    },
    received: {
      subject: (title) => `Eingegangen: ${title}`,
      text: (title, site) =>
        `vielen Dank für die Veranstaltung „${title}“. Die Redaktion von ${site} entscheidet darüber. Hier sehen Sie den Stand und können sie ändern oder zurückziehen:`,
    },
    accepted: {
      subject: (title) => `Veröffentlicht: ${title}`,
      text: (title, site) => `die Veranstaltung „${title}“ steht jetzt im Kalender von ${site}:`,
    },
    taken: {
      subject: (title) => `Angenommen: ${title}`,
      text: (title, site) => `die Veranstaltung „${title}“ ist von ${site} angenommen und wird veröffentlicht.`,
    },
    question: {
      subject: (title) => `Eine Frage zu ${title}`,
      text: (title, site) => `die Redaktion von ${site} hat eine Frage zur Veranstaltung „${title}“:`,
      footer: 'Bitte antworten Sie mit dem Link, den Sie beim Einsenden bekommen haben.',
    },
    refused: {
      subject: (title) => `Nicht veröffentlicht: ${title}`,
      text: (title, site) => `die Veranstaltung „${title}“ wird von ${site} nicht veröffentlicht. Der Grund:`,
    },
    waiting: {
      subject: (site) => `Neue Veranstaltungen warten bei ${site}`,
      text: (title, _site) =>
        `die Veranstaltung „${title}“ und vielleicht weitere warten auf die Redaktion. Die nächste Mail kommt, nachdem die Liste leer war:`,
    },
  },
  subscription: {
    subject: (name) => `Ein Kalender braucht Aufmerksamkeit: ${name}`,
    text: (name, site) => `der Kalender „${name}“, den ${site} abonniert hat, braucht Aufmerksamkeit:`,
  },
}
