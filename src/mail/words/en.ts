/** The English texts of mails. The texts in other languages have the same keys. */
export const en = {
  greeting: 'Hello,',
  password: {
    subject: (site: string) => `A password for ${site}`,
    text: (login: string, site: string) =>
      `somebody, probably you, asked for a link to set a new password for the account “${login}” at ${site}. The link is valid for 24 hours and for one use:`,
    footer: 'If it was not you, ignore this mail: nothing has changed.',
  },
  invitation: {
    subject: (site: string) => `Your account at ${site}`,
    text: (login: string, site: string) =>
      `you have an account “${login}” at ${site}. Choose a password with this link, which is valid for 24 hours and for one use:`,
  },
}

/** The type of the texts of mails in any language: a missing text in a translation is a type error. */
export type MailWords = typeof en
