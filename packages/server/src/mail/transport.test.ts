import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { explainMailFailure } from './failures.ts'
import { createMailTransport } from './transport.ts'

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

async function sendTo(host: string, onConnection: (socket: Socket) => void, timeoutMillis = 10_000) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  opened.push(server)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const options = { allowsPrivateAddresses: true, maxConnections: 1, timeoutMillis }
  const transport = createMailTransport({ host, port, from: 'a@example.com' }, options)
  const mail = { id: 'x', to: 'ada@example.com', senderName: 'App', subject: 'Hi', text: 'Hi' }
  return transport.send(mail).finally(() => transport.close())
}

test('a server that says nothing is a matter of time, and can be tried again', async () => {
  expect(await sendTo('127.0.0.1', () => undefined, 200)).toMatchObject({ errorType: 'TIMEOUT', canRetry: true })
})

test('a server that hangs up has closed the connection', async () => {
  const failure = await sendTo('127.0.0.1', (socket) => socket.end('220 hello\r\n'))
  expect(failure).toMatchObject({ errorType: 'SOCKET_CLOSED', canRetry: true })
})

test('a server whose name nobody knows was not found', async () => {
  expect(await sendTo('nowhere.invalid', () => undefined)).toMatchObject({ errorType: 'HOST_NOT_FOUND' })
})

test.each([
  [{ code: 'EENVELOPE' }, 'REJECTED', false],
  [{ code: 'EENVELOPE', responseCode: 553 }, 'INVALID_EMAIL_ADDRESS', false],
  [{ code: 'EMESSAGE', responseCode: 450 }, 'TEMPORARY', true],
  [{ code: 'EAUTH' }, 'AUTH_FAILED', false],
  [{ code: 'LATCHKEY_REFUSED_TARGET' }, 'HOST_NOT_FOUND', false],
  [new Error('what is this'), 'UNKNOWN', true],
])('%j is %s', (error, errorType, canRetry) => {
  expect(explainMailFailure(error)).toMatchObject({ errorType, canRetry })
})
