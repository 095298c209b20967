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
}
