import { SpanKind, type Tracer } from '@opentelemetry/api'
import type { Db } from '../db/database.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import { listQueues } from '../jobs/queries.ts'
import { queueNames } from '../jobs/queues.ts'
import type { Instruments } from './instruments.ts'
import { runInSpan } from './spans.ts'

export function observeJobs(handlers: JobHandlers, tracer: Tracer, { record }: Instruments): JobHandlers {
  const observed = Object.entries(handlers).map(([job, handle]) => {
    const run = async (payload: never, attempt: never) => {
      const began = performance.now()
      const end = (outcome: string) =>
        record('latchkey.job.duration', (performance.now() - began) / 1000, { job, outcome })
      const span = tracer.startSpan(`process ${job}`, { kind: SpanKind.CONSUMER, attributes: { 'latchkey.job': job } })
      try {
        await runInSpan(span, () => (handle as (...args: never[]) => Promise<void>)(payload, attempt))
        end('success')
      } catch (error) {
        end('failure')
        throw error
      }
    }
    return [job, run]
  })
  return Object.fromEntries(observed)
}

/** Read from the database whenever metrics are collected. Without a database there is nothing to report. */
export function observeQueues(db: Db, { meter, gauges }: Instruments): void {
  const waiting = gauges['latchkey.jobs.waiting']
  const failed = gauges['latchkey.jobs.failed']
  const age = gauges['latchkey.jobs.oldest_age']
  meter.addBatchObservableCallback(
    async (result) => {
      for (const queue of await listQueues(db, queueNames).catch(() => [])) {
        const attributes = { job: queue.name }
        result.observe(waiting, queue.waiting, attributes)
        result.observe(failed, queue.failed, attributes)
        result.observe(age, queue.late_millis / 1000, attributes)
      }
    },
    [waiting, failed, age],
  )
}
