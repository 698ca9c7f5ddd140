import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { openScriptedSmtp, type ScriptedSmtp, type SmtpTalk } from '../../testing/smtp-script.ts'
import { canRetry, explainEmailFailure } from './failures.ts'
import { createEmailTransport, type EmailTransport } from './transport.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function openSmtp(script: Parameters<typeof openScriptedSmtp>[0] = {}): Promise<ScriptedSmtp> {
  const smtp = await openScriptedSmtp(script)
  opened.push(smtp)
  return smtp
}

/** Where nothing has to happen before it is over; and where something has, on a busy machine. */
const timeoutMillis = 1_000
const longTimeoutMillis = 10_000

function openTransport(
  { port }: { port: number },
  given: { host?: string; timeoutMillis?: number; requiresTls?: boolean } = {},
): EmailTransport {
  const options = {
    allowsPrivateAddresses: true,
    requiresTls: given.requiresTls ?? false,
    maxConnections: 1,
    timeoutMillis: given.timeoutMillis ?? 60_000,
  }
  const credentials = { username: 'user', password: 'a password' }
  const server = { host: given.host ?? '127.0.0.1', port, from: 'a@example.com', ...credentials }
  const transport = createEmailTransport(server, options)
  opened.push(transport)
  return transport
}

const email = { id: 'x', to: 'ada@example.com', senderName: 'App', subject: 'Hi', text: 'Hi' }
const isClosed = (smtp: ScriptedSmtp) => () => smtp.sockets.every((socket) => socket.closed)
const timedOut = { errorType: 'TIMEOUT', isPassing: true }

test('emails are sent one after the other over the same connection', async () => {
  const smtp = await openSmtp()
  const transport = openTransport(smtp)
  expect(await Promise.all([1, 2, 3].map((id) => transport.send({ ...email, id: String(id) })))).toEqual(
    Array.from({ length: 3 }),
  )
  expect(smtp.sockets).toHaveLength(1)
  expect(smtp.emails.map((text) => /Message-ID: <(\d)@example.com>/i.exec(text)?.[1])).toEqual(['1', '2', '3'])
})

test('a server that says nothing is a matter of time, and is not waited for any longer', async () => {
  const smtp = await openSmtp({ greeting: () => undefined })
  expect(await openTransport(smtp, { timeoutMillis: 200 }).send(email)).toMatchObject(timedOut)
  await expect.poll(isClosed(smtp)).toBe(true)
})

/** Says something every few milliseconds, so that it is never silent, until it is asked to go on. */
function trickle() {
  let talk: SmtpTalk | undefined
  let timer: NodeJS.Timeout
  return {
    step: (given: SmtpTalk) => {
      talk = given
      timer = setInterval(() => given.say('250-wait'), 5)
    },
    goOn: () => {
      clearInterval(timer)
      talk?.goOn()
    },
  }
}

test.each([
  'ehlo',
  'mail',
  'rcpt',
] as const)('an email that timed out while the server was slow at %s is not sent later', async (step) => {
  const slow = trickle()
  const smtp = await openSmtp({ [step]: slow.step })
  const transport = openTransport(smtp, { timeoutMillis })
  const failure = await transport.send(email)
  expect(failure).toMatchObject(timedOut)
  expect(failure).not.toHaveProperty('mayHaveArrived')
  slow.goOn()
  await expect.poll(isClosed(smtp)).toBe(true)
  expect(smtp.emails).toHaveLength(0)
})

test('what is still buffered of an email whose time is over is not sent either', async () => {
  let stop = () => {}
  // It reads nothing of the email until the sender has given up.
  const smtp = await openSmtp({
    data: ({ socket, goOn }) => {
      goOn()
      socket.pause()
      stop = () => void socket.resume()
    },
  })
  const transport = openTransport(smtp, { timeoutMillis })
  expect(await transport.send({ ...email, text: 'words '.repeat(100_000) })).toMatchObject(timedOut)
  stop()
  await expect.poll(isClosed(smtp)).toBe(true)
  expect(smtp.emails).toHaveLength(0)
})

test('a server that was too slow gets the next email over a new connection', async () => {
  let isFirst = true
  const smtp = await openSmtp({
    rcpt: ({ goOn }) => {
      if (!isFirst) goOn()
      isFirst = false
    },
  })
  const transport = openTransport(smtp, { timeoutMillis: longTimeoutMillis })
  expect(await transport.send({ ...email, id: 'slow' })).toMatchObject(timedOut)
  expect(await transport.send({ ...email, id: 'next' })).toBeUndefined()
  expect(smtp.sockets).toHaveLength(2)
  expect(smtp.emails).toEqual([expect.stringContaining('<next@example.com>')])
})

test('the wait for a connection is part of the time, and nothing is sent after it', async () => {
  const slow = trickle()
  const smtp = await openSmtp({ ehlo: slow.step })
  const transport = openTransport(smtp, { timeoutMillis })
  expect(await Promise.all([transport.send(email), transport.send(email)])).toMatchObject([timedOut, timedOut])
  slow.goOn()
  await expect.poll(isClosed(smtp)).toBe(true)
  expect(smtp.emails).toHaveLength(0)
  expect(smtp.sockets.length).toBeLessThanOrEqual(2)
})

test('a server that received a whole email and does not respond may have accepted it', async () => {
  const smtp = await openSmtp({ endOfData: () => undefined })
  const failure = await openTransport(smtp, { timeoutMillis: longTimeoutMillis }).send(email)
  expect(failure).toMatchObject({ ...timedOut, mayHaveArrived: true })
  await expect.poll(isClosed(smtp)).toBe(true)
  const dying = await openSmtp({ endOfData: ({ socket }) => socket.resetAndDestroy() })
  expect(await openTransport(dying).send(email)).toMatchObject({ errorType: 'SOCKET_CLOSED', mayHaveArrived: true })
  // Once only: whether to repeat that is not for the connection to decide.
  expect(dying.emails).toHaveLength(1)
  const refusing = await openSmtp({ endOfData: ({ say }) => say('554 no') })
  expect(await openTransport(refusing).send(email)).not.toHaveProperty('mayHaveArrived')
})

test('a connection that the server has closed loses no email', async () => {
  const smtp = await openSmtp()
  const transport = openTransport(smtp)
  expect(await transport.send(email)).toBeUndefined()
  smtp.sockets[0]!.destroy()
  await once(smtp.sockets[0]!, 'close')
  expect(await transport.send(email)).toBeUndefined()
  expect(smtp.emails).toHaveLength(2)
})

test('a server that hangs up counts as a closed connection', async () => {
  const smtp = await openSmtp({ greeting: ({ socket }) => socket.end('220 hello\r\n') })
  expect(await openTransport(smtp).send(email)).toMatchObject({ errorType: 'SOCKET_CLOSED', isPassing: true })
})

test('a server whose name nobody knows was not found', async () => {
  const transport = openTransport({ port: 25 }, { host: 'nowhere.invalid' })
  expect(await transport.send(email)).toMatchObject({ errorType: 'HOST_NOT_FOUND' })
})

test('a server without TLS gets neither password nor email where TLS is required', async () => {
  const smtp = await openSmtp()
  const failure = await openTransport(smtp, { requiresTls: true }).send(email)
  expect(failure).toMatchObject({
    isPassing: true,
    message: 'The email server does not offer TLS with a trusted certificate.',
  })
  expect(smtp.commands.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS'])
  expect(await openTransport(smtp).send(email)).toBeUndefined()
  expect(smtp.emails).toHaveLength(1)
})

test.each([
  [{ code: 'EENVELOPE' }, 'REJECTED', false],
  [{ code: 'EENVELOPE', responseCode: 550 }, 'REJECTED', false],
  [{ code: 'EMESSAGE', responseCode: 554 }, 'REJECTED', false],
  [{ code: 'EENVELOPE', responseCode: 553 }, 'INVALID_EMAIL_ADDRESS', false],
  [{ code: 'EMESSAGE', responseCode: 450 }, 'TEMPORARY', true],
  [{ code: 'ECONNECTION', responseCode: 421 }, 'TEMPORARY', true],
  [{ code: 'EAUTH', responseCode: 454 }, 'TEMPORARY', true],
  [{ code: 'EAUTH', responseCode: 535 }, 'AUTH_FAILED', false],
  [{ code: 'EAUTH' }, 'AUTH_FAILED', false],
  [{ code: 'ETLS', responseCode: 502 }, 'UNKNOWN', true],
  [{ code: 'LATCHKEY_REFUSED_TARGET' }, 'HOST_NOT_FOUND', false],
  [{ code: 'ENOTFOUND' }, 'HOST_NOT_FOUND', true],
  [{ code: 'ETIMEDOUT' }, 'TIMEOUT', true],
  [{ code: 'EHOSTUNREACH' }, 'SOCKET_CLOSED', true],
  [new Error('what is this'), 'UNKNOWN', true],
])('%j is %s', (error, errorType, isPassing) => {
  const failure = explainEmailFailure(error)
  expect(failure).toMatchObject({ errorType, isPassing })
  // The wire calls these two worth a repetition and no other.
  expect(canRetry(failure)).toBe(['TEMPORARY', 'TIMEOUT'].includes(errorType))
})
