import type { MailWords } from './en.ts'

export const fi: MailWords = {
  greeting: 'Hei,',
  password: {
    subject: (site) => `Salasana sivustolle ${site}`,
    text: (login, site) =>
      `joku, luultavasti sinä, pyysi linkkiä uuden salasanan asettamiseen tilille ”${login}” sivustolla ${site}. Linkki on voimassa 24 tuntia ja yhden kerran:`,
    footer: 'Jos se et ollut sinä, jätä tämä viesti huomiotta: mitään ei ole muutettu.',
  },
  invitation: {
    subject: (site) => `Tilisi sivustolla ${site}`,
    text: (login, site) =>
      `sinulla on tili ”${login}” sivustolla ${site}. Valitse salasana tällä linkillä, joka on voimassa 24 tuntia ja yhden kerran:`,
  },
  submission: {
    confirm: {
      subject: (title) => `Vahvista: ${title}`,
      text: (title, site) =>
        `vahvista, että lähetit tapahtuman ”${title}” sivustolle ${site}. Toimitus näkee sen vasta sen jälkeen:`,
      footer: 'Jos se et ollut sinä, jätä tämä viesti huomiotta: osoitteesi poistetaan kahden päivän kuluttua.',
    },
    received: {
      subject: (title) => `Vastaanotettu: ${title}`,
      text: (title, site) =>
        `kiitos tapahtumasta ”${title}”. Sivuston ${site} toimitus päättää siitä. Tästä näet sen tilan ja voit muuttaa sitä tai perua sen:`,
    },
    accepted: {
      subject: (title) => `Julkaistu: ${title}`,
      text: (title, site) => `tapahtuma ”${title}” on nyt sivuston ${site} kalenterissa:`,
    },
    taken: {
      subject: (title) => `Hyväksytty: ${title}`,
      text: (title, site) => `${site} on hyväksynyt tapahtuman ”${title}”, ja se julkaistaan.`,
    },
    question: {
      subject: (title) => `Kysymys tapahtumasta ${title}`,
      text: (title, site) => `sivuston ${site} toimituksella on kysymys tapahtumasta ”${title}”:`,
      footer: 'Vastaa linkillä, jonka sait lähettäessäsi tapahtuman.',
    },
    refused: {
      subject: (title) => `Ei julkaista: ${title}`,
      text: (title, site) => `${site} ei julkaise tapahtumaa ”${title}”. Syy:`,
    },
    waiting: {
      subject: (site) => `Uusia tapahtumia odottaa sivustolla ${site}`,
      text: (title, _site) =>
        `tapahtuma ”${title}” ja ehkä muita odottaa toimitusta. Seuraava viesti tulee, kun lista on ollut tyhjä:`,
    },
  },
  subscription: {
    subject: (name) => `Kalenteri vaatii huomiota: ${name}`,
    text: (name, site) => `kalenteri ”${name}”, jonka ${site} on tilannut, vaatii huomiota:`,
  },
}
