import { setTimeout as delay } from 'node:timers/promises'
import { type Account, settle } from './account.ts'
import { openRig, type Rig, type RigOptions, until } from './rig.ts'
import { startWrites } from './writes.ts'

/** A fault that hits a deployment while people use it. */
export interface LoadFault {
  id: string
  name: string
  /** How often, unless the command line says otherwise. */
  tries: number
  rig?: RigOptions
  /** Within which servers have to recover by themselves. */
  maxRecoverySeconds?: number
  /** Why it cannot be tried on this machine. */
  findObstacle?(): string | undefined
  /** For those of which clients must not notice anything. */
  isUnnoticed?: boolean
  /** For those that make writes impossible, so that a fault without any effect does not pass. */
  refusesWrites?: boolean
  /** What `/ready` of every server has to say meanwhile. */
  unreadiness?: string
  /** Where clients connect, if not to the servers directly. */
  entry?(rig: Rig): Promise<{ urls: string[]; close(): Promise<void> }>
  /** Lets it happen and takes its cause away again. */
  strike(rig: Rig, attempt: number): Promise<void>
  /** Whatever else has to be true afterwards; returns problems. */
  verify?(rig: Rig): Promise<string[]>
}

export interface Result {
  tries: number
  account?: Account
  /** Until the slowest recovery. */
  seconds?: number
  problems: string[]
}

const writesBetween = 20
const maxRecoverySeconds = 120

export async function runUnderLoad(fault: LoadFault, tries: number): Promise<Result> {
  const rig = await openRig(fault.rig)
  try {
    const entry = await fault.entry?.(rig)
    const urls = entry?.urls ?? rig.nodes.map(({ url }) => url)
    const writes = startWrites(urls, { isSeverable: !fault.isUnnoticed })
    const problems: string[] = []
    let slowest = 0
    for (let attempt = 0; attempt < tries; attempt++) {
      const before = writes.count()
      if (!(await until(() => writes.count() >= before + writesBetween, maxRecoverySeconds))) problems.push('no writes')
      // At a different moment each time.
      await delay(Math.random() * 200)
      const readiness = watchReadiness(rig)
      await fault.strike(rig, attempt)
      const { unreadiness } = fault
      const heard = await readiness.stop()
      for (const reasons of heard) {
        if (unreadiness && !reasons.has(unreadiness))
          problems.push(`said ${[...reasons].join(', ')}, not ${unreadiness}`)
      }
      const startedAt = performance.now()
      const counts = urls.map((_, node) => writes.countOf(node))
      const isHealthy = () => urls.every((_, node) => writes.countOf(node) > counts[node]! + 2)
      if (!(await until(isHealthy, maxRecoverySeconds))) problems.push(`not healthy after ${maxRecoverySeconds} s`)
      slowest = Math.max(slowest, (performance.now() - startedAt) / 1000)
    }
    await writes.stop()
    if (fault.refusesWrites && writes.refused() === 0) problems.push('no write was refused meanwhile')
    const account = await settle(rig, writes)
    problems.push(...((await fault.verify?.(rig)) ?? []), ...(await listProblems(rig)))
    for (const [problem, count] of writes.unexpected) problems.push(`${count} × ${problem}`)
    if (account.lost > 0) problems.push(`${account.lost} lost (${account.lostKinds})`)
    if (account.doubled > 0) problems.push(`${account.doubled} doubled`)
    await entry?.close()
    return { tries, account, seconds: slowest, problems }
  } finally {
    await rig.close()
  }
}

/** What `/ready` of each server says until it is stopped. */
function watchReadiness({ nodes }: Rig) {
  let isStopped = false
  const watch = async (url: string) => {
    const reasons = new Set<string>()
    while (!isStopped) {
      const response = await fetch(`${url}/ready`).catch(() => undefined)
      reasons.add(
        ((await response?.json().catch(() => undefined)) as { status: string } | undefined)?.status ?? 'nothing',
      )
      await delay(200)
    }
    return reasons
  }
  const watching = Promise.all(nodes.map(({ url }) => watch(url)))
  return {
    stop: () => {
      isStopped = true
      return watching
    },
  }
}

/** Bugs that the servers have logged themselves, and why one has given up. */
async function listProblems({ programs }: Rig): Promise<string[]> {
  const lines = programs.flatMap((program) => program.output().split('\n'))
  const errors = lines.filter((line) => /^\S+ error |unhandled/i.test(line))
  const exits = await Promise.all(
    programs.map(async (program) => {
      const { code } = await Promise.race([program.exited, { code: null }])
      return code ? [`exited: ${program.output().trim().split('\n').at(-1)}`] : []
    }),
  )
  return [...new Set([...errors.map((line) => `logged: ${line.slice(0, 160)}`), ...exits.flat()])].slice(0, 3)
}
