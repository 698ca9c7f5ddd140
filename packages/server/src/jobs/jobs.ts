import { Logger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { watchDueJobs } from './due.ts'
import { startLastingWorkers } from './lasting-workers.ts'
import { holdLeases } from './leases.ts'
import { callReinforcements, type WorkerGroup } from './reinforcements.ts'
import { followSchedule } from './schedule.ts'

/** What can be left for later, and what it needs to know. Payloads hold ids, never secrets. */
export interface Jobs {
  'send-mail': { project_id: string; mail_id: string }
  'send-bulk-mail': { project_id: string; send_id: string }
  'delete-project': { project_id: string }
  'clean-up': Record<string, never>
  'deliver-webhooks': { project_id: string; endpoint_id: string }
  'publish-webhook': { project_id: string; event_id: string }
  'wake-webhooks': Record<string, never>
  'keep-items-up': Record<string, never>
  'enter-large-teams': Record<string, never>
  /** In the ledgers that come after this one. */
  'count-items-anew': { project_id: string; after: string }
  /** All that were sold with this server at the account, unless they are named. */
  'end-subscriptions': { stripe_account_id: string; subscription_ids: string[] | null }
}

/** Work for later, enqueued in the transaction that causes it: it happens if and only if that commits. */
export async function enqueueJob<N extends keyof Jobs>(
  db: Db,
  name: N,
  payload: Jobs[N],
  options: JobOptions,
): Promise<void> {
  const { maxAttempts, runAt = null, queue = null } = options
  await sql`SELECT graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, ${queue}, run_at => ${runAt}, max_attempts => ${maxAttempts}
  )`.execute(db)
}

export interface JobOptions {
  maxAttempts: number
  runAt?: Date
  /** The jobs of a queue are done one after the other. */
  queue?: string
}

export type JobHandlers = {
  [N in keyof Jobs]: (payload: Jobs[N], attempt: { number: number; isLast: boolean }) => Promise<void>
}

/** Most of the time jobs wait for somebody else's server, and one who is slow must not keep the others waiting. */
const concurrency = 16
/** How often a worker looks for jobs without being woken, in case nobody wakes it. */
const pollInterval = 60_000
/** Who comes in addition when many are slow at once. */
const reinforcements = { groupSize: 32, maxGroups: 4 }
const webhookJobs: ReadonlySet<string> = new Set<keyof Jobs>(['deliver-webhooks', 'publish-webhook'])

/** The tables of the job queue. They must be there before the first job is enqueued. */
export async function migrateJobs(databaseUrl: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: createJobLogger(log) })
}

/** Does the enqueued work on this node, over connections of its own. Any number of nodes share the queue. */
export async function startJobs(
  databaseUrl: string,
  handlers: Partial<JobHandlers>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  // Every worker of both kinds may need one, and one of each group listens for new jobs.
  const max = 2 * (concurrency + 1 + reinforcements.maxGroups)
  const pool = new pg.Pool({ connectionString: databaseUrl, max, application_name: 'latchkey jobs' })
  pool.on('error', (error) => log.warn('A database connection for jobs was lost', { error }))
  const leases = await holdLeases(databaseUrl, log)
  const due = watchDueJobs(pool, leases.events, log)
  const schedule = followSchedule(pool, Object.keys(handlers), log)
  const start = (taskList: TaskList, size: number): Promise<Runner> =>
    run({
      pgPool: pool,
      events: leases.events,
      taskList,
      // Else it would follow a file named `crontab` in whatever folder the server was started in.
      parsedCronItems: [],
      concurrency: size,
      pollInterval,
      noHandleSignals: true,
      logger: createJobLogger(log),
    })
  const tasks = Object.entries(toTaskList(handlers))
  const forWebhooks = tasks.filter(([name]) => webhookJobs.has(name))
  const others = tasks.filter(([name]) => !webhookJobs.has(name))
  const groups: WorkerGroup[] = []
  for (const taskList of [Object.fromEntries(others), Object.fromEntries(forWebhooks)]) {
    if (Object.keys(taskList).length === 0) continue
    groups.push(await startLastingWorkers(leases.events, taskList, (own) => start(own, concurrency)))
    const more = callReinforcements(leases.events, {
      ...reinforcements,
      size: concurrency,
      isOurs: (name) => Object.hasOwn(taskList, name),
      start: () => start(taskList, reinforcements.groupSize),
    })
    groups.push(more)
  }
  return {
    stop: async () => {
      await due.stop()
      await schedule.stop()
      await Promise.all(groups.map((group) => group.stop()))
      await leases.stop()
      await pool.end()
    },
  }
}

function toTaskList(handlers: Partial<JobHandlers>): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
        const { attempts, max_attempts } = helpers.job
        await handle(payload as never, { number: attempts, isLast: attempts >= max_attempts })
      },
    ]),
  )
}

/** What the queue says of every connection that is lost, which is told once already. */
const lostConnection = /client generated error/

/** The queue talks a lot; only its worries are worth a line. */
function createJobLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (lostConnection.test(message)) log.debug(`Jobs: ${message}`)
    else if (level === 'error') log.error(`Jobs: ${message}`)
    else if (level === 'warning') log.warn(`Jobs: ${message}`)
    else log.debug(`Jobs: ${message}`)
  })
}
