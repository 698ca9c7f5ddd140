import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Requests `/health` repeatedly. Any message is answered with the longest response time since the last one, in
// milliseconds.

const { url } = workerData as { url: string }
let longest = 0
let sentAt = performance.now()
await (await fetch(`${url}/health`)).arrayBuffer()
parentPort!.on('message', () => {
  // Includes the request that has no response yet.
  parentPort!.postMessage(Math.max(longest, performance.now() - sentAt))
  longest = 0
  sentAt = performance.now()
})
for (;;) {
  sentAt = performance.now()
  await (await fetch(`${url}/health`)).arrayBuffer()
  longest = Math.max(longest, performance.now() - sentAt)
  sentAt = performance.now()
  await delay(2)
}
