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
  submission: {
    confirm: {
      subject: (title) => `Confirme, por favor: ${title}`,
      text: (title, site) =>
        `confirme, por favor, que ha enviado el evento «${title}» a ${site}. La redacción lo ve solo después:`,
      footer: 'Si no ha sido usted, ignore este mensaje: su dirección se elimina después de dos días.',
    },
    received: {
      subject: (title) => `Recibido: ${title}`,
      text: (title, site) =>
        `gracias por el evento «${title}». La redacción de ${site} decidirá. Aquí ve su estado y puede cambiarlo o retirarlo:`,
    },
    accepted: {
      subject: (title) => `Publicado: ${title}`,
      text: (title, site) => `el evento «${title}» está ahora en el calendario de ${site}:`,
    },
    taken: {
      subject: (title) => `Aceptado: ${title}`,
      text: (title, site) => `el evento «${title}» ha sido aceptado por ${site} y se publicará.`,
    },
    question: {
      subject: (title) => `Una pregunta sobre ${title}`,
      text: (title, site) => `la redacción de ${site} tiene una pregunta sobre el evento «${title}»:`,
      footer: 'Responda, por favor, con el enlace que recibió al enviar el evento.',
    },
    refused: {
      subject: (title) => `No publicado: ${title}`,
      text: (title, site) => `el evento «${title}» no será publicado por ${site}. El motivo:`,
    },
    waiting: {
      subject: (site) => `Nuevos eventos esperan en ${site}`,
      text: (title, _site) =>
        `el evento «${title}» y quizá otros esperan a la redacción. El próximo mensaje llegará después de que la lista haya estado vacía:`,
    },
  },
  subscription: {
    subject: (name) => `Un calendario necesita atención: ${name}`,
    text: (name, site) => `el calendario «${name}», al que ${site} está suscrito, necesita atención:`,
  },
}
