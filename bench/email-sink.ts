import { once } from 'node:events'
import { createServer } from 'node:net'

/** An SMTP server that accepts everything and remembers the recipients. */
export async function startEmailSink() {
  const recipients: string[] = []
  let firstAt = Number.POSITIVE_INFINITY
  const server = createServer((socket) => {
    let isData = false
    let rest = ''
    let recipient = ''
    const response = (text: string) => void socket.write(`${text}\r\n`)
    socket.setEncoding('utf8').on('error', () => undefined)
    response('220 sink')
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (isData) {
          if (line !== '.') continue
          isData = false
          recipients.push(recipient)
          firstAt = Math.min(firstAt, performance.now())
          response('250 taken')
        } else if (line.startsWith('DATA')) {
          isData = true
          response('354 go on')
        } else {
          if (line.startsWith('RCPT TO:')) recipient = line
          response(line.startsWith('QUIT') ? '221 bye' : '250 ok')
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    recipients: () => recipients,
    firstAt: () => firstAt,
    close: async () => void server.close(),
  }
}

/** The settings of a project that sends over a local sink. */
export function ownEmailServer(port: number) {
  return {
    isShared: false,
    provider: 'smtp',
    host: '127.0.0.1',
    port,
    username: 'bench',
    password: 'bench',
    senderName: 'Bench',
    senderEmail: 'bench@example.com',
  }
}
