import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail that the server has accepted. */
export interface ReceivedMail {
  from: string
  to: string
  messageId: string
  subject: string
  /** Decoded body. */
  text: string
}

export interface SmtpServer {
  url: string
  mails: ReceivedMail[]
  /** Response to each RCPT; the server accepts with `250 ok`. */
  answerRecipient: (address: string) => string
  close(): Promise<void>
}

/** Starts a mail server that accepts every mail without encryption and credentials (RFC 5321), on a free port. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serveSession(socket, smtp)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    answerRecipient: () => '250 ok',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return smtp
}

function serveSession(socket: Socket, smtp: SmtpServer): void {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let pending = ''
  let isData = false
  let [from, to] = ['', '']
  const answer = (line: string) => {
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    if (verb === 'EHLO' || verb === 'HELO') return say('250 mail.example')
    if (verb === 'MAIL') from = addressIn(line)
    if (verb === 'RCPT') {
      to = addressIn(line)
      return say(smtp.answerRecipient(to))
    }
    if (verb === 'DATA') {
      isData = true
      return say('354 go on')
    }
    return verb === 'QUIT' ? socket.end('221 bye\r\n') : say('250 ok')
  }
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = pending.indexOf(end)
      if (at < 0) return
      const part = pending.slice(0, at)
      pending = pending.slice(at + end.length)
      if (isData) {
        isData = false
        smtp.mails.push({ from, to, ...parseMail(part) })
        say('250 accepted')
      } else answer(part)
    }
  })
  say('220 mail.example')
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const body = rest.join('\r\n\r\n').replace(/^\.\./gm, '.')
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body, 'latin1')
  const text = bytes.toString('utf8').replace(/\r\n/g, '\n')
  return { messageId: header('Message-ID'), subject: decodeWords(header('Subject')), text }
}

const decodeQuotedPrintable = (text: string) =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind, word) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : Buffer.from(decodeQuotedPrintable(word.replace(/_/g, ' ')), 'latin1')
      ).toString('utf8'),
    )
