import { execute } from '@latchkey/server/testing'
import { ask } from './node.ts'
import { type Rig, until } from './rig.ts'
import { customer, type Writes } from './writes.ts'

export interface Account {
  acknowledged: number
  lost: number
  /** What was lost, by kind. */
  lostKinds: string
  doubled: number
  /** Emails and webhooks that arrived more than once with the same ID, so that their receiver can tell. */
  sentAgain: number
  /** Until everything that was confirmed had arrived. */
  deliverySeconds: number
}

/** Longer than the pause after the second failed attempt of a webhook. */
const maxDeliverySeconds = 400

/** Waits for emails and webhooks, and compares what was confirmed with what is there. */
export async function settle(rig: Rig, writes: Writes): Promise<Account> {
  const startedAt = performance.now()
  await until(() => listMissing(rig, writes).length === 0, maxDeliverySeconds)
  const deliverySeconds = (performance.now() - startedAt) / 1000

  const { rows } = await execute(
    rig.databaseUrl,
    `SELECT value AS email, user_id::text AS id FROM contact_channels WHERE project_id = 'internal'`,
  )
  const stored = new Map<string, string[]>()
  for (const { email, id } of rows) stored.set(email, [...(stored.get(email) ?? []), id])
  const lostUsers = [...writes.users].filter(([email, id]) => !stored.get(email)?.includes(id)).length
  const doubledUsers = [...writes.users.keys()].filter((email) => (stored.get(email)?.length ?? 0) > 1).length
  const quantity = await readQuantity(rig)
  const { confirmed, unknown } = writes.items
  const lost = [
    ...Array<string>(lostUsers).fill('user'),
    ...Array<string>(Math.max(0, confirmed - quantity)).fill('quantity'),
    ...listMissing(rig, writes),
  ]
  const deliveries = countDeliveries(rig, writes)
  return {
    acknowledged: writes.count(),
    lost: lost.length,
    lostKinds: [...new Set(lost)].join(', '),
    doubled: doubledUsers + Math.max(0, quantity - confirmed - unknown) + deliveries.doubled,
    sentAgain: deliveries.sentAgain,
    deliverySeconds,
  }
}

async function readQuantity({ nodes }: Rig): Promise<number> {
  const response = await ask(nodes[0]!.url, 'GET', `/payments/items/custom/${customer}/credits`)
  return ((await response.json()) as { quantity: number }).quantity
}

/** The kinds of emails and webhooks that have not arrived. */
function listMissing({ emails, webhooks }: Rig, writes: Writes): string[] {
  const received = emails.received()
  const subjects = new Set(received.map(({ subject }) => subject))
  const recipients = new Set(received.filter(({ subject }) => !writes.emails.has(subject)).map((one) => one.recipient))
  const announced = new Set(webhooks.received.map(({ data }) => data.id))
  return [
    ...[...writes.emails].filter((subject) => !subjects.has(subject)).map(() => 'email'),
    ...[...writes.codes].filter((recipient) => !recipients.has(recipient)).map(() => 'sign-in code'),
    ...[...writes.users.values()].filter((id) => !announced.has(id)).map(() => 'webhook'),
  ]
}

function countDeliveries({ emails, webhooks }: Rig, writes: Writes) {
  const idsByThing = new Map<string, string[]>()
  const add = (thing: string, id: string) => idsByThing.set(thing, [...(idsByThing.get(thing) ?? []), id])
  for (const { subject, recipient, messageId } of emails.received()) {
    if (writes.emails.has(subject)) add(`email ${subject}`, messageId)
    // Only those of which exactly one was requested.
    else if (writes.codes.has(recipient)) add(`code ${recipient}`, messageId)
  }
  for (const { id, data } of webhooks.received) add(`webhook ${data.id}`, id)
  const all = [...idsByThing.values()]
  return {
    doubled: all.reduce((sum, ids) => sum + new Set(ids).size - 1, 0),
    sentAgain: all.reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0),
  }
}
