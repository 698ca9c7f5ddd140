import { once } from 'node:events'
import { createServer } from 'node:http'

/** A webhook receiver that accepts everything and remembers the IDs of the messages. */
export async function startWebhookSink() {
  const ids: string[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      ids.push(String(request.headers['webhook-id']))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    ids: () => ids,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
