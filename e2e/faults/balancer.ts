import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const checkMillis = 100

/** A simple load balancer: checks the readiness of every node and rotates between the ready ones. */
export async function startBalancer(ports: number[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<number>()
  let isOver = false
  let turn = 0

  async function watch(port: number): Promise<void> {
    while (!isOver) {
      const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
      if (response?.ok) ready.add(port)
      else ready.delete(port)
      await delay(checkMillis)
    }
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const port = [...ready].sort()[turn++ % ready.size]
    const { method, url: path, headers } = incoming
    const onward = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, { 'retry-after': response.headers['retry-after'] ?? '' })
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  }

  const watching = ports.map(watch)
  const server = createServer({ keepAliveTimeout: 60_000 }, forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    ready,
    async close() {
      isOver = true
      await Promise.all(watching)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
