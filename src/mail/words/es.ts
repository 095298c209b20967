import type { MailWords } from './en.ts'

export const es: MailWords = {
  greeting: 'Buenos días:',
  password: {
    subject: (site) => `Una contraseña para ${site}`,
    text: (login, site) =>
      `alguien, probablemente usted, ha pedido un enlace para elegir una nueva contraseña de la cuenta «${login}» en ${site}. El enlace vale 24 horas y para un solo uso:`,
    footer: 'Si no ha sido usted, ignore este mensaje: nada ha cambiado.',
  },
  invitation: {
    subject: (site) => `Su cuenta en ${site}`,
    text: (login, site) =>
      `tiene una cuenta «${login}» en ${site}. Elija una contraseña con este enlace, que vale 24 horas y para un solo uso:`,
  },
}
