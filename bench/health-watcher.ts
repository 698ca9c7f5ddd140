import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Requests `/health` repeatedly until the end, and reports the longest response time in milliseconds.

const { url, end } = workerData as { url: string; end: number }
await (await fetch(`${url}/health`)).arrayBuffer()
let longest = 0
while (Date.now() < end) {
  const started = performance.now()
  await (await fetch(`${url}/health`)).arrayBuffer()
  longest = Math.max(longest, performance.now() - started)
  await delay(2)
}
parentPort!.postMessage(longest)
