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
  submission: {
    confirm: {
      subject: (title: string) => `Please confirm: ${title}`,
      text: (title: string, site: string) =>
        `please confirm that you have sent the event “${title}” to ${site}. An editor sees it only afterwards:`,
      footer: 'If it was not you, ignore this mail: your address is deleted after two days.',
    },
    received: {
      subject: (title: string) => `Received: ${title}`,
      text: (title: string, site: string) =>
        `thank you for the event “${title}”. An editor of ${site} will decide. Here you see its state and can change or withdraw it:`,
    },
    accepted: {
      subject: (title: string) => `Published: ${title}`,
      text: (title: string, site: string) => `the event “${title}” is now in the calendar of ${site}:`,
    },
    taken: {
      subject: (title: string) => `Accepted: ${title}`,
      text: (title: string, site: string) => `the event “${title}” has been accepted by ${site} and will be published.`,
    },
    question: {
      subject: (title: string) => `A question about ${title}`,
      text: (title: string, site: string) => `an editor of ${site} has a question about the event “${title}”:`,
      footer: 'Please answer with the link that you got when you sent the event.',
    },
    refused: {
      subject: (title: string) => `Not published: ${title}`,
      text: (title: string, site: string) => `the event “${title}” will not be published by ${site}. The reason:`,
    },
    waiting: {
      subject: (site: string) => `New events wait for you at ${site}`,
      text: (title: string, _site: string) =>
        `the event “${title}” and perhaps others wait for an editor. The next mail comes after the list has been empty:`,
    },
  },
  subscription: {
    subject: (name: string) => `A calendar needs attention: ${name}`,
    text: (name: string, site: string) => `the calendar “${name}”, to which ${site} is subscribed, needs attention:`,
  },
}

/** The type of the texts of mails in any language: a missing text in a translation is a type error. */
export type MailWords = typeof en
