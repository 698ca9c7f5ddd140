import { openScriptedSmtp, type ScriptedSmtp } from '@latchkey/server/testing'

type Mood = 'accepts' | 'refuses' | 'hangs' | 'cuts the line after everything has arrived'

export interface ReceivedEmail {
  recipient: string
  subject: string
  messageId: string
}

/** An SMTP server that remembers what arrived, and behaves badly on request. */
export async function startEmailSink() {
  let mood: Mood = 'accepts'
  const ended: ScriptedSmtp[] = []
  let smtp = await open(0)
  const { port } = smtp

  function open(atPort: number): Promise<ScriptedSmtp> {
    return openScriptedSmtp(
      {
        greeting: ({ goOn }) => (mood === 'hangs' ? undefined : goOn()),
        endOfData: ({ socket, goOn }) =>
          mood === 'cuts the line after everything has arrived' ? socket.destroy() : goOn(),
      },
      atPort,
    )
  }

  return {
    port,
    async become(next: Mood): Promise<void> {
      if (next === 'refuses') {
        smtp.close()
        ended.push(smtp)
      } else if (mood === 'refuses') smtp = await open(port)
      mood = next
    },
    received: (): ReceivedEmail[] => [...ended, smtp].flatMap(({ emails }) => emails).map(readHeaders),
    /** How many connections are open, including those that wait for a greeting. */
    connections: () => smtp.sockets.filter(({ destroyed }) => !destroyed).length,
    close: () => smtp.close(),
  }
}

export type EmailSink = Awaited<ReturnType<typeof startEmailSink>>

function readHeaders(email: string): ReceivedEmail {
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(email)?.[1]?.trim() ?? ''
  const recipient = /[\w.+-]+@[\w.-]+/.exec(header('To'))?.[0] ?? ''
  return { recipient, subject: header('Subject'), messageId: header('Message-ID') }
}
