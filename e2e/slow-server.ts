import { createServer, request as sendRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './start-server.ts'

export interface SlowServer {
  url: string
  /** How late every response is, that of a preflight and of `/health` included. */
  delayMillis: number
  /** Called with the path of every request, and waited for. Returning `cut` closes the connection. */
  onRequest: (path: string) => undefined | 'cut' | Promise<undefined | 'cut'>
  stop(): void
}

/** A real server behind a bad network. */
export async function startSlowServer(target: string): Promise<SlowServer> {
  const server = createServer(async (request, response) => {
    if (slow.delayMillis) await delay(slow.delayMillis)
    if ((await slow.onRequest(request.url!.split('?')[0]!)) === 'cut') {
      request.socket.destroy()
      return
    }
    const { method, headers } = request
    const options = { method, headers: { ...headers, host: new URL(target).host } }
    const forwarded = sendRequest(`${target}${request.url}`, options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => request.socket.destroy())
    request.pipe(forwarded)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  const slow: SlowServer = {
    url: `http://localhost:${port}`,
    delayMillis: 0,
    onRequest: () => undefined,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return slow
}
