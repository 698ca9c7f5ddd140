import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Instruments } from './instruments.ts'

export function observeProcess({ gauges }: Instruments): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const toSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  gauges['nodejs.eventloop.delay.p50'].addCallback((result) => result.observe(toSeconds(delay.percentile(50))))
  gauges['nodejs.eventloop.delay.p99'].addCallback((result) => {
    result.observe(toSeconds(delay.percentile(99)))
    // Observed after the median, which is defined first.
    delay.reset()
  })
  gauges['process.memory.usage'].addCallback((result) => result.observe(process.memoryUsage.rss()))
}
