import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeWebhookService {
  config: { apiKey: string; url: string }
  applications: Map<string, { name: string; messages: { eventType: string; eventId: string; payload: unknown }[] }>
  /** Responds to the next requests with this status instead. */
  failWith: number | undefined
  requests: string[]
  close(): Promise<void>
}

/** The part of Svix's HTTP API that we use, on a real port. */
export async function openWebhookService(): Promise<FakeWebhookService> {
  const apiKey = 'testsk_for-tests'
  const service: FakeWebhookService = {
    config: { apiKey, url: '' },
    applications: new Map(),
    failWith: undefined,
    requests: [],
    close: async () => undefined,
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || '{}')
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    service.requests.push(`${request.method} ${request.url}`)
    if (request.headers.authorization !== `Bearer ${apiKey}`) return send(401, { code: 'authentication_failed' })
    if (service.failWith) return send(service.failWith, { code: 'failed' })
    if (request.url === '/api/v1/app/?get_if_exists=true') {
      if (!service.applications.has(body.uid)) service.applications.set(body.uid, { name: body.name, messages: [] })
      return send(200, { id: `app_${body.uid}`, uid: body.uid, name: body.name })
    }
    const [, messagesOf] = /^\/api\/v1\/app\/([^/]+)\/msg\/$/.exec(request.url!) ?? []
    const [, portalOf] = /^\/api\/v1\/auth\/app-portal-access\/([^/]+)\/$/.exec(request.url!) ?? []
    const application = service.applications.get(messagesOf ?? portalOf ?? '')
    if (!application) return send(404, { code: 'not_found' })
    if (portalOf) return send(200, { token: `appsk_${portalOf}`, url: 'https://app.svix.com/login#key=x' })
    if (application.messages.some(({ eventId }) => eventId === body.eventId)) return send(409, { code: 'conflict' })
    application.messages.push(body)
    send(202, { id: 'msg_1', eventType: body.eventType, eventId: body.eventId, payload: body.payload })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.config.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return service
}
