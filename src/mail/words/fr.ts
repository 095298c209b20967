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
  submission: {
    confirm: {
      subject: (title) => `Veuillez confirmer : ${title}`,
      text: (title, site) =>
        `veuillez confirmer que vous avez envoyé l’événement « ${title} » à ${site}. La rédaction ne le voit qu’ensuite :`,
      footer: 'Si ce n’était pas vous, ignorez ce message : votre adresse est supprimée après deux jours.',
    },
    received: {
      subject: (title) => `Reçu : ${title}`,
      text: (title, site) =>
        `merci pour l’événement « ${title} ». La rédaction de ${site} décidera. Vous voyez ici son état et pouvez le modifier ou le retirer :`,
    },
    accepted: {
      subject: (title) => `Publié : ${title}`,
      text: (title, site) => `l’événement « ${title} » est maintenant dans le calendrier de ${site} :`,
    },
    taken: {
      subject: (title) => `Accepté : ${title}`,
      text: (title, site) => `l’événement « ${title} » a été accepté par ${site} et sera publié.`,
    },
    question: {
      subject: (title) => `Une question sur ${title}`,
      text: (title, site) => `la rédaction de ${site} a une question sur l’événement « ${title} » :`,
      footer: 'Veuillez répondre avec le lien que vous avez reçu lors de l’envoi.',
    },
    refused: {
      subject: (title) => `Non publié : ${title}`,
      text: (title, site) => `l’événement « ${title} » ne sera pas publié par ${site}. La raison :`,
    },
    waiting: {
      subject: (site) => `De nouveaux événements attendent sur ${site}`,
      text: (title, _site) =>
        `l’événement « ${title} » et peut-être d’autres attendent la rédaction. Le prochain message viendra après que la liste aura été vide :`,
    },
  },
  subscription: {
    subject: (name) => `Un agenda demande de l’attention : ${name}`,
    text: (name, site) => `l’agenda « ${name} », auquel ${site} est abonné, demande de l’attention :`,
  },
}
