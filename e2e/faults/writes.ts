import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from './node.ts'

/** What servers have confirmed, to be compared with what is there afterwards. */
export interface Writes {
  /** IDs of users by their email address, which is different for each. */
  users: Map<string, string>
  /** Recipients of requested sign-in codes. */
  codes: Set<string>
  /** Subjects of emails that were accepted for sending. */
  emails: Set<string>
  items: { confirmed: number; unknown: number }
  count(): number
  /** Confirmed by this server. */
  countOf(node: number): number
  /** How many were answered with a request to try again later. */
  refused(): number
  /** Responses that are neither a success nor a request to try again later. */
  unexpected: Map<string, number>
  stop(): Promise<void>
}

export const customer = 'the-customer'
const peoplePerNode = 3
const pauseMillis = 40

/** People who use each server, each sending the next request after the last response. */
export function startWrites(urls: string[], { isSeverable = true } = {}): Writes {
  let isOver = false
  const byNode = urls.map(() => 0)
  let refused = 0
  const writes: Writes = {
    users: new Map(),
    codes: new Set(),
    emails: new Set(),
    items: { confirmed: 0, unknown: 0 },
    count: () => byNode.reduce((sum, count) => sum + count, 0),
    countOf: (node) => byNode[node]!,
    refused: () => refused,
    unexpected: new Map(),
    async stop() {
      isOver = true
      await Promise.all(lives)
    },
  }

  /** The body of a success, and undefined otherwise. */
  async function write(node: number, path: string, body: object): Promise<{ id?: string } | undefined> {
    const response = await ask(urls[node]!, 'POST', path, { body }).catch(() => undefined)
    // If the server dies while it responds, nothing was confirmed.
    const content = response && (await response.text().catch(() => undefined))
    const problem = describeProblem(response, content, isSeverable)
    if (problem) writes.unexpected.set(problem, (writes.unexpected.get(problem) ?? 0) + 1)
    if (response?.status === 503) refused++
    if (!response?.ok || content === undefined) return undefined
    byNode[node]!++
    return JSON.parse(content)
  }

  async function live(node: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const name = randomUUID()
      const email = `${name}@example.com`
      const signIn = { primary_email_verified: true, primary_email_auth_enabled: true }
      const user = await write(node, '/users', { display_name: 'Ada', primary_email: email, ...signIn })
      if (user?.id) writes.users.set(email, user.id)
      const path = `/payments/items/custom/${customer}/credits/update-quantity?allow_negative=false`
      if (await write(node, path, { delta: 1 })) writes.items.confirmed++
      else writes.items.unknown++
      if (user?.id && round % 8 === 0) {
        const body = { email, callback_url: 'http://localhost:8102/handler/magic-link-callback' }
        if (await write(node, '/auth/otp/send-sign-in-code', body)) writes.codes.add(email)
      } else if (user?.id && round % 8 === 4) {
        const body = { user_ids: [user.id], subject: name, html: '<p>Hello</p>' }
        if (await write(node, '/emails/send-email', body)) writes.emails.add(name)
      }
      await delay(pauseMillis)
    }
  }

  const lives = urls.flatMap((_, node) => Array.from({ length: peoplePerNode }, () => live(node)))
  return writes
}

function describeProblem(
  response: Response | undefined,
  content: string | undefined,
  isSeverable: boolean,
): string | undefined {
  if (!response || content === undefined) return isSeverable ? undefined : 'no response'
  if (response.ok) return undefined
  if (response.status !== 503) return `${response.status} ${content.slice(0, 100)}`
  if (!isSeverable) return '503'
  return response.headers.has('retry-after') ? undefined : '503 without Retry-After'
}
