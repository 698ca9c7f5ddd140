import type { Db } from '../platform/db/database.ts'
import { createOutboundClient } from '../platform/outbound/client.ts'
import { oncePerServer } from '../platform/platform.ts'
import { deleteFact, setFact } from '../projects/deployment/queries.ts'
import { serviceFact } from './event-queries.ts'

export interface WebhookServiceConfig {
  apiKey: string
  url: string
}

export interface WebhookMessage {
  id: string
  type: string
  data: unknown
}

/** An external service that delivers webhooks, used through its HTTP API. Each project is an application there. */
export interface WebhookService {
  publish(projectId: string, message: WebhookMessage): Promise<void>
  createPortalToken(projectId: string): Promise<string>
  close(): Promise<void>
}

export class WebhookServiceError extends Error {
  override name = 'WebhookServiceError'
  readonly status: number

  constructor(status: number) {
    super(`The webhook service responded with status ${status}.`)
    this.status = status
  }
}

function createWebhookService({ apiKey, url }: WebhookServiceConfig): WebhookService {
  // Configured by the operator of this server, who may run the service in the same network.
  const client = createOutboundClient({ allowsPrivateAddresses: true })

  async function post(path: string, body: unknown): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
    }
    const response = await client.fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new WebhookServiceError(response.status)
    return response.json()
  }

  const createApplication = (projectId: string) => post('/app/?get_if_exists=true', { name: projectId, uid: projectId })

  return {
    async publish(projectId, { id, type, data }) {
      const send = () =>
        post(`/app/${projectId}/msg/`, { eventType: type, eventId: id, payload: { type, data } }).catch(
          ignoreRepetition,
        )
      await send().catch(async (error: unknown) => {
        if (!hasStatus(error, 404)) throw error
        await createApplication(projectId)
        await send()
      })
    },
    async createPortalToken(projectId) {
      await createApplication(projectId)
      const { token } = (await post(`/auth/app-portal-access/${projectId}/`, {})) as { token: string }
      return token
    },
    close: () => client.close(),
  }
}

/** The service already has a message with this id: an earlier attempt succeeded. */
function ignoreRepetition(error: unknown): void {
  if (!hasStatus(error, 409)) throw error
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof WebhookServiceError && error.status === status
}

/** Tells every node, and the statement that records events, which service delivers them. */
export async function rememberWebhookService(db: Db, url: string | undefined): Promise<void> {
  await (url === undefined ? deleteFact(db, serviceFact) : setFact(db, serviceFact, url))
}

/** Undefined unless an external service delivers the webhooks. */
export const webhookService = oncePerServer(({ config, onClose }) => {
  const service = config.webhookService && createWebhookService(config.webhookService)
  if (service) onClose(service.close)
  return service
})
