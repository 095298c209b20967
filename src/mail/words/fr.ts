import type { MailWords } from './en.ts'

export const fr: MailWords = {
  greeting: 'Bonjour,',
  password: {
    subject: (site) => `Un mot de passe pour ${site}`,
    text: (login, site) =>
      `quelqu’un, sans doute vous, a demandé un lien pour choisir un nouveau mot de passe du compte « ${login} » sur ${site}. Ce lien est valable 24 heures et une seule fois :`,
    footer: 'Si ce n’était pas vous, ignorez ce message : rien n’a changé.',
  },
  invitation: {
    subject: (site) => `Votre compte sur ${site}`,
    text: (login, site) =>
      `vous avez un compte « ${login} » sur ${site}. Choisissez un mot de passe avec ce lien, valable 24 heures et une seule fois :`,
  },
}
