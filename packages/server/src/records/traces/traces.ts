import { hash, randomUUID } from 'node:crypto'
import { commonErrors, type TracedKind, type TraceStep } from '@latchkey/contract'
import { breaksForeignKey, type Db } from '../../platform/db/database.ts'
import { addressBucket } from '../../platform/http/client-address.ts'
import type { Log } from '../../platform/log.ts'
import type { Telemetry } from '../../platform/observability/telemetry.ts'
import { oncePerServer } from '../../platform/platform.ts'
import { hashToken, type Secrets } from '../../platform/secrets.ts'
import { hashAddress } from './address-hash.ts'
import { flowIdOf, type TraceNotes } from './notes.ts'
import { referenceOf } from './reference.ts'
import { insertTraces, keptReferences, type NewTrace } from './write-queries.ts'

/** A request that was refused or failed. */
export interface Failure {
  kind: TracedKind
  code: string
  status?: number
  route?: string
  requestId?: string
  address?: string | undefined
  userAgent?: string | null
  /** Said after those in the notes. */
  steps?: TraceStep[]
  notes: TraceNotes
  now: Date
}

export interface Traces {
  /** Returns at once. What does not fit into memory is dropped and counted. */
  record(failure: Failure): void
  /** Writes what is waiting, in batches. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface TracesOptions {
  db: Db
  secrets: Secrets
  telemetry: Telemetry
  log: Log
  write?: typeof insertTraces
}

const minute = 60_000
const flushMillis = 500
const perStatement = 200
export const maxWaiting = 2_000
/** So that failures in one project do not keep those of others out. */
export const maxWaitingOfProject = 400
/** Of one address and minute, with people that are told apart, for as many addresses as may wait. All others count as one. */
const maxPeopleOfAddress = 10
const maxUserAgent = 200
const lengthOfText = 300

/** Collects failures in memory, the same ones as one, and writes them one statement at a time. */
export function createTraces({ db, secrets, telemetry, log, write = insertTraces }: TracesOptions): Traces {
  const waiting = new Map<string, NewTrace>()
  const waitingOf = new Map<string, number>()
  let people = { minute: 0, of: new Map<string, Map<string, Set<string>>>() }
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined

  // So that the metric is there before the first one.
  for (const reason of ['full', 'failed'] as const) telemetry.count('latchkey.traces.dropped', { reason }, 0)

  const countProject = (projectId: string, more: number) => {
    const count = (waitingOf.get(projectId) ?? 0) + more
    if (count > 0) waitingOf.set(projectId, count)
    else waitingOf.delete(projectId)
  }
  const drop = (reason: 'full' | 'failed', count: number) =>
    telemetry.count('latchkey.traces.dropped', { reason }, count)

  /** An address that keeps failing as ever other people counts as one after some of them. */
  function isOneOfMany(project: string, group: string, person: string, at: number): boolean {
    if (people.minute !== at) people = { minute: at, of: new Map() }
    const groups = people.of.get(project) ?? new Map<string, Set<string>>()
    const known = groups.get(group)
    if (known?.has(person)) return false
    if (!known && groups.size >= maxWaitingOfProject) return true
    if (known && known.size >= maxPeopleOfAddress) return true
    people.of.set(project, groups.set(group, (known ?? new Set()).add(person)))
    return false
  }

  /** Takes a place from the project with the most, so that some projects do not keep the failures of others out. */
  function makeRoom(project: string): boolean {
    if (waiting.size < maxWaiting) return true
    const own = waitingOf.get(project) ?? 0
    const [largest, most] = [...waitingOf].reduce((one, other) => (other[1] > one[1] ? other : one))
    if (most <= own + 1) return false
    const displaced = [...waiting.values()].findLast(({ project_id }) => (project_id ?? '') === largest)!
    waiting.delete(displaced.fingerprint)
    countProject(largest, -1)
    drop('full', displaced.count)
    return true
  }

  function toTrace({ notes, now, ...failure }: Failure): NewTrace {
    const { kind, code, route, status, address: ip } = failure
    const project = notes.projectId
    const at = Math.floor(now.getTime() / minute)
    const addressHash =
      notes.address && project ? hashAddress(secrets, project, notes.address).toString('hex') : undefined
    const group = JSON.stringify([project, kind, code, route, addressBucket(ip ?? '')])
    const stateHash = notes.state && hashToken(notes.state).toString('hex')
    const codeHash = notes.code && hashToken(notes.code.text).toString('hex')
    const flowId = project && findFlowId(project, notes)
    const steps = [...notes.steps, ...(failure.steps ?? [])].map(clean)
    const person = JSON.stringify([flowId, notes.userId, addressHash, stateHash, codeHash, steps])
    const isCrowd = isOneOfMany(project ?? '', group, person, at)
    const told = isCrowd ? undefined : notes
    return {
      id: randomUUID(),
      fingerprint: hash('sha256', `${group} ${at} ${isCrowd ? 'many' : person}`, 'hex'),
      project_id: project,
      kind,
      code: code.slice(0, 100),
      status,
      route,
      user_id: told?.userId,
      address: told?.address,
      address_hash: told && addressHash,
      flow_id: told && flowId,
      // The project may be known by nothing else.
      state_hash: stateHash,
      code_kind: told?.code?.kind,
      code_hash: told && codeHash,
      ip_address: ip,
      user_agent: failure.userAgent?.slice(0, maxUserAgent),
      steps,
      sign_in_method: isOfRoute(code) ? signInRoutes.find(([start]) => route?.includes(start))?.[1] : undefined,
      reference_ids: failure.requestId ? [referenceOf(failure.requestId)] : [],
      count: 1,
      first_at: now,
      last_at: now,
    }
  }

  async function writeBatch(): Promise<void> {
    const batch = [...waiting.values()].slice(0, perStatement)
    for (const { fingerprint, project_id } of batch) {
      waiting.delete(fingerprint)
      countProject(project_id ?? '', -1)
    }
    try {
      // A user may be deleted while their trace is being written. The second time it is left out.
      await write(db, batch).catch((error: unknown) => {
        if (!breaksForeignKey(error)) throw error
        return write(db, batch)
      })
    } catch (error) {
      drop(
        'failed',
        batch.reduce((sum, { count }) => sum + count, 0),
      )
      log.debug('Traces were not written', { count: batch.length, error })
    }
  }

  async function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (waiting.size > 0) await writeBatch()
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.size > 0) schedule()
    })
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), flushMillis).unref()
  }

  return {
    record(failure) {
      const trace = toTrace(failure)
      const same = waiting.get(trace.fingerprint)
      const project = trace.project_id ?? ''
      if (same) {
        same.count++
        same.last_at = trace.last_at
        same.reference_ids = [...trace.reference_ids, ...same.reference_ids].slice(0, keptReferences)
      } else if ((waitingOf.get(project) ?? 0) >= maxWaitingOfProject || !makeRoom(project)) {
        drop('full', 1)
      } else {
        waiting.set(trace.fingerprint, trace)
        countProject(project, 1)
        schedule()
      }
    },
    async flush() {
      await writing
      await flush()
    },
    async close() {
      clearTimeout(timer)
      await writing
      await flush()
    },
  }
}

function findFlowId(projectId: string, { challenge, code }: TraceNotes): string | undefined {
  const shared = code?.kind === 'purchase' ? code.text : challenge
  return shared && flowIdOf(projectId, shared)
}

/** Ways to sign in. Other traces are of what surrounds it, such as resetting a password or verifying an address. */
const signInRoutes: readonly (readonly [start: string, method: string])[] = [
  ['/auth/password/sign-in', 'password'],
  ['/auth/otp/', 'otp'],
  ['/auth/passkey/', 'passkey'],
  ['/auth/mfa/', 'second-factor'],
  ['/auth/oauth/', 'oauth'],
  ['/auth/saml/', 'oauth'],
  ['/auth/cli/', 'cli'],
]

/** What an app does wrong in any request, such as a wrong key, is no failed sign-in. */
const isOfRoute = (code: string) =>
  !Object.values(commonErrors)
    .flat()
    .some((common) => common === code)

/** Short, and what the database can store. */
function clean(step: TraceStep): TraceStep {
  const entries = Object.entries(step).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, lengthOfText).replaceAll(/\p{Surrogate}|\0/gu, '') : value,
  ])
  return Object.fromEntries(entries)
}

export const traces = oncePerServer((platform) => {
  const made = createTraces(platform)
  platform.onClose(made.close)
  return made
})
