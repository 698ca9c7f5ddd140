import type { Notifications } from '../db/notifications.ts'

export interface LiveUpdates {
  /** Undefined if too many streams of the project are open on this node. */
  open(projectId: string): ReadableStream<Uint8Array> | undefined
  /** Ends all streams; their clients reconnect to another node. */
  endAll(): void
  close(): void
}

interface Stream {
  add(action: string): void
  end(): void
}

const maxStreamsPerProject = 100
/** Access is checked again when the client reconnects. */
const maxStreamMillis = 60_000
/** Proxies close connections that look idle. */
const heartbeatMillis = 15_000
const coalesceMillis = 500
const everything = '*'

/** Streams of what happens in projects, for the dashboards that watch them. */
export function createLiveUpdates(notifications: Notifications): LiveUpdates {
  const streams = new Map<string, Set<Stream>>()
  const all = () => [...streams.values()].flatMap((ofProject) => [...ofProject])
  const unsubscribe = notifications.subscribe('latchkey_activity', (payload) => {
    const [projectId = '', action = everything] = payload?.split(' ') ?? []
    for (const stream of payload === undefined ? all() : (streams.get(projectId) ?? [])) stream.add(action)
  })
  const endAll = () => {
    for (const stream of all()) stream.end()
  }
  return {
    open(projectId) {
      const ofProject = streams.get(projectId) ?? new Set()
      if (ofProject.size >= maxStreamsPerProject) return undefined
      streams.set(projectId, ofProject)
      return createStream({
        started: (stream) => ofProject.add(stream),
        ended: (stream) => {
          ofProject.delete(stream)
          if (ofProject.size === 0) streams.delete(projectId)
        },
      })
    },
    endAll,
    close() {
      unsubscribe()
      endAll()
    },
  }
}

function createStream(on: { started: (stream: Stream) => void; ended: (stream: Stream) => void }) {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const actions = new Set<string>()
      let changedAt = 0
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      let flushing: NodeJS.Timeout | undefined
      const flush = () => {
        flushing = undefined
        const age_millis = Math.round(performance.now() - changedAt)
        send(`event: change\ndata: ${JSON.stringify({ actions: [...actions], age_millis })}\n\n`)
        actions.clear()
      }
      const stream: Stream = {
        add(action) {
          actions.add(action)
          changedAt = performance.now()
          flushing ??= setTimeout(flush, coalesceMillis)
        },
        end() {
          stop()
          if (actions.size > 0) flush()
          controller.close()
        },
      }
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMillis)
      const ending = setTimeout(stream.end, maxStreamMillis)
      stop = () => {
        clearInterval(heartbeat)
        clearTimeout(ending)
        clearTimeout(flushing)
        on.ended(stream)
      }
      on.started(stream)
      // Tells the client that it is connected.
      send(': connected\n\n')
    },
    cancel: () => stop(),
  })
}
