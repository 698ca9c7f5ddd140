import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface SmtpTalk {
  socket: Socket
  say(text: string): void
  /** Responds like a server that accepts everything, unless a response was already sent. */
  goOn(): void
}

export interface ScriptedSmtp {
  port: number
  /** The messages that have arrived completely. */
  emails: string[]
  /** Every command as it was sent. */
  commands: string[]
  sockets: Socket[]
  close(): void
}

/** The commands, and the steps that have none. */
const responses = {
  greeting: '220 hello',
  starttls: '502 not here',
  ehlo: '250-hello\r\n250 AUTH PLAIN',
  auth: '235 welcome',
  mail: '250 ok',
  rcpt: '250 ok',
  data: '354 go on',
  endOfData: '250 taken',
  rset: '250 ok',
  quit: '221 bye',
}

type Step = keyof typeof responses

/** An SMTP server on a real socket that accepts every email and misbehaves as told at the given steps. */
export async function openScriptedSmtp(
  script: { [S in Step]?: (talk: SmtpTalk) => void } = {},
  atPort = 0,
): Promise<ScriptedSmtp> {
  const emails: string[] = []
  const commands: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined).setEncoding('utf8')
    const say = (text: string) => void socket.write(`${text}\r\n`)
    const reach = (step: Step) => {
      const goOn = () => say(responses[step])
      const strange = script[step]
      if (strange) strange({ socket, say, goOn })
      else goOn()
    }
    let rest = ''
    let email: string | undefined
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (email === undefined) {
          commands.push(line)
          const step = (Object.keys(responses) as Step[]).find((name) => line.toLowerCase().startsWith(name))
          if (step === 'data') email = ''
          if (step) reach(step)
        } else if (line === '.') {
          emails.push(email)
          email = undefined
          reach('endOfData')
        } else email += `${line}\n`
      }
    })
    reach('greeting')
  }).listen(atPort, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    emails,
    commands,
    sockets,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
