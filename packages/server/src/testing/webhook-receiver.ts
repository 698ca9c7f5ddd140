import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Platform } from '../platform/platform.ts'
import { createWebhookJobs } from '../webhooks/deliver.ts'
import type { TestProject } from './project.ts'

export interface ReceivedMessage {
  id: string
  type: string
  data: Record<string, unknown>
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  received: ReceivedMessage[]
  /** The status of the next responses; 200 unless a test says otherwise. */
  respond: (message: ReceivedMessage) => number | Promise<number>
  close(): Promise<void>
}

/** A webhook receiver on a real port. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: '', received: [], respond: () => 200, close: async () => undefined }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { type, data } = JSON.parse(body)
    const message = { id: String(request.headers['webhook-id']), type, data, headers: request.headers, body }
    receiver.received.push(message)
    response.writeHead(await receiver.respond(message), { location: 'http://127.0.0.1:9/' }).end('Thank you\0!')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return receiver
}

/** Runs the jobs of an endpoint now rather than in a worker. */
export async function runDeliveries(platform: Platform, project: TestProject, endpointId: string): Promise<void> {
  const job = { project_id: project.id, endpoint_id: endpointId }
  await createWebhookJobs(platform)['deliver-webhooks'](job, { isLast: false, signal: new AbortController().signal })
}
