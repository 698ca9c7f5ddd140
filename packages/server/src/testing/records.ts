import { randomUUID } from 'node:crypto'
import type { auditEventTypes, WebhookEventType } from '@latchkey/contract/webhook-events'
import { sql } from 'kysely'
import { insertEndpoint } from '../webhooks/queries.ts'
import { createSigningSecret, sealSecret } from '../webhooks/signing.ts'
import type { TestProject } from './project.ts'

/** The project's webhook events, in chronological order. */
export async function listEvents({ id, server }: TestProject, prefix = ''): Promise<{ type: string; data: unknown }[]> {
  const events = await server.platform.db
    .selectFrom('webhook_events')
    .select(['type', 'data'])
    .where('project_id', '=', id)
    .orderBy('sequence')
    .execute()
  return events.filter(({ type }) => type.startsWith(prefix))
}

/** Adds a listener for these events or all, without which none is stored. Nothing listens on its URL. */
export async function listenToEvents(
  { id: projectId, server }: TestProject,
  eventTypes: (WebhookEventType | (typeof auditEventTypes)[number])[] | null = null,
): Promise<void> {
  const { db, secrets, now } = server.platform
  const id = randomUUID()
  await insertEndpoint(db, projectId, {
    id,
    url: 'http://127.0.0.1:9/webhooks',
    description: '',
    eventTypes,
    isEnabled: true,
    secretEncrypted: sealSecret(createSigningSecret(), { project_id: projectId, id }, secrets),
    now: now(),
  })
}

/** The project's audit log without values that differ between runs. */
export async function listAuditEntries({ id, server }: TestProject, prefix = '') {
  const entries = await server.platform.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_type', 'actor_id', 'target_type', 'target_id', 'details', 'ip_address'])
    .where('project_id', '=', id)
    .orderBy('happened_at')
    // Entries of the same millisecond are in the order in which they were written.
    .orderBy(sql`ctid`)
    .execute()
  return entries.filter(({ action }) => action.startsWith(prefix))
}
