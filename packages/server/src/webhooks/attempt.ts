import { inTransaction } from '../platform/db/database.ts'
import { maxRecordMillis, retryWhileAway } from '../platform/db/retry.ts'
import { secondsToRetry, webhookRetries } from '../platform/deliveries/retries.ts'
import { OutboundError } from '../platform/outbound/client.ts'
import type { Platform } from '../platform/platform.ts'
import { recordSystemAudit } from '../records/audit/record.ts'
import {
  type AttemptOutcome,
  type DueDelivery,
  disableEndpoint,
  findFailingSince,
  recordAttempt,
} from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'
import { signMessage } from './signing.ts'

/** An endpoint that could not be reached for this long is disabled when a delivery is given up. */
const hopelessMillis = 24 * 3600 * 1000

/** Sends a message once, records the result, and decides what happens next. */
export async function attemptDelivery(platform: Platform, endpoint: EndpointRow, delivery: DueDelivery): Promise<void> {
  const { db, now, telemetry } = platform
  const startedAt = now()
  const began = performance.now()
  const answer = await telemetry.trace('deliver webhook', () => send(platform, endpoint, delivery, startedAt))
  telemetry.count('latchkey.webhooks', { outcome: answer.failure === null ? 'delivered' : 'failed' })
  const step = nextStep(delivery, answer, now())
  const attempt = {
    attempted_at: startedAt,
    duration_millis: Math.round(performance.now() - began),
    response_status: answer.status,
    response_text: answer.text,
    failure: answer.failure,
  }
  const key = { endpointId: endpoint.id, eventId: delivery.event_id }
  await retryWhileAway(() => recordAttempt(db, endpoint.project_id, key, { attempt, ...step }), maxRecordMillis)
  if (answer.status === 410) await disable(platform, endpoint, 'gone')
  if (step.state !== 'failed' || delivery.state !== 'pending') return
  const failingSince = await findFailingSince(db, endpoint.project_id, endpoint.id)
  const isHopeless = failingSince && now().getTime() - failingSince.getTime() >= hopelessMillis
  if (isHopeless) await disable(platform, endpoint, 'failing')
}

interface Answer {
  status: number | null
  text: string | null
  failure: string | null
}

async function send(
  { outbound, secrets }: Platform,
  endpoint: EndpointRow,
  delivery: DueDelivery,
  now: Date,
): Promise<Answer> {
  const body = JSON.stringify({ type: delivery.type, data: delivery.data })
  const signature = signMessage({ id: delivery.event_id, body, now }, endpoint, secrets)
  const headers = { 'content-type': 'application/json', ...signature }
  try {
    const response = await outbound.fetch(endpoint.url, { method: 'POST', headers, body })
    const failure = response.ok ? null : `The receiver responded with status ${response.status}.`
    return { status: response.status, text: shorten(await response.text()), failure }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { status: null, text: null, failure: error.message }
  }
}

const maxShownText = 500

/** PostgreSQL rejects text with NUL characters. */
function shorten(text: string): string {
  return text.slice(0, maxShownText).replaceAll('\0', '')
}

function nextStep(
  { state, attempts }: DueDelivery,
  { failure }: Answer,
  now: Date,
): Pick<AttemptOutcome, 'state' | 'nextAttemptAt'> {
  if (failure === null) return { state: 'delivered', nextAttemptAt: null }
  const seconds = secondsToRetry(webhookRetries, attempts + 1)
  if (state === 'resending' || seconds === undefined) return { state: 'failed', nextAttemptAt: null }
  return { state: 'pending', nextAttemptAt: new Date(now.getTime() + seconds * 1000) }
}

/** Nobody requested it, so the audit log must show it. */
async function disable(
  { db, now, log }: Platform,
  { project_id: projectId, id }: EndpointRow,
  reason: 'failing' | 'gone',
): Promise<void> {
  const target = { type: 'webhook_endpoint' as const, id }
  const isDisabled = await inTransaction(db, async (trx) => {
    if (!(await disableEndpoint(trx, projectId, id, reason))) return false
    await recordSystemAudit(trx, projectId, { action: 'webhook_endpoint.disabled', target, details: { reason } }, now())
    return true
  })
  if (isDisabled) log.warn('A webhook endpoint was disabled', { projectId, endpointId: id, reason })
}
