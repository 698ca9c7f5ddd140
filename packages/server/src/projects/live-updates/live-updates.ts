import type { Grant } from '../../http/context.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { oncePerServer } from '../../platform/platform.ts'
import { projectCache } from '../cache.ts'
import { isStillGranted } from '../granted-access.ts'

export interface LiveUpdates {
  /** Undefined if too many streams of the project or the owner are open on this node. Ends with what was granted. */
  open(projectId: string, grant: Grant): ReadableStream<Uint8Array> | undefined
  /** Ends all streams; their clients reconnect to another node. */
  endAll(): void
  close(): void
}

type IsStillGranted = (projectId: string, grant: Grant) => Promise<boolean>

interface Watcher {
  readonly projectId: string
  readonly grant: Grant
}

interface Stream {
  add(action: string): void
  end(): void
}

const maxStreamsPerProject = 100
/** More than anybody has tabs of one dashboard, and too few to keep the other owners out. */
const maxStreamsPerOwner = 20
/** Access is checked again when the client reconnects. */
const maxStreamMillis = 60_000
/** Proxies close connections that look idle. */
const heartbeatMillis = 15_000
const coalesceMillis = 500
const everything = '*'

/** Streams of what happens in projects, for the dashboards that watch them. */
function createLiveUpdates(notifications: Notifications, isStillGranted: IsStillGranted): LiveUpdates {
  const streams = new Map<Stream, Watcher>()
  const count = (matches: (watcher: Watcher) => boolean) => [...streams.values()].filter(matches).length
  const endIfRevoked = async (stream: Stream, { projectId, grant }: Watcher) => {
    const isGranted = await isStillGranted(projectId, grant).catch(() => false)
    if (!isGranted && streams.has(stream)) stream.end()
  }
  const endRevoked = oneAtATime(async () => {
    for (const [stream, watcher] of [...streams]) await endIfRevoked(stream, watcher)
  })
  const unsubscribe = [
    notifications.subscribe('latchkey_activity', (payload) => {
      const [projectId, action = everything] = payload?.split(' ') ?? []
      for (const [stream, watcher] of streams) {
        if (payload === undefined || watcher.projectId === projectId) stream.add(action)
      }
      // Owners sign out, leave and are restricted in the internal project, and are removed in one of their own.
      if (payload === undefined || projectId === internalProjectId || action.startsWith('owner.')) endRevoked()
    }),
    notifications.subscribe('latchkey_project_changed', endRevoked),
  ]
  const endAll = () => {
    for (const stream of streams.keys()) stream.end()
  }
  return {
    open(projectId, { owner, keySetId }) {
      const watcher = { projectId, grant: { owner, keySetId } }
      if (count((other) => other.projectId === projectId) >= maxStreamsPerProject) return undefined
      if (owner && count(({ grant }) => grant.owner?.id === owner.id) >= maxStreamsPerOwner) return undefined
      return createStream({
        started: (stream) => {
          streams.set(stream, watcher)
          // It may have been revoked after the request was authenticated.
          void endIfRevoked(stream, watcher)
        },
        ended: (stream) => streams.delete(stream),
      })
    },
    endAll,
    close() {
      for (const end of unsubscribe) end()
      endAll()
    },
  }
}

/** Calls during a run are followed by one more run. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isWanted = false
  let isRunning = false
  const runAll = async () => {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await run()
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void runAll()
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

export const liveUpdates = oncePerServer((platform) => {
  const updates = createLiveUpdates(platform.notifications, async (projectId, grant) => {
    const project = await projectCache(platform).find(projectId)
    return project !== undefined && isStillGranted(platform, project, grant, 'read')
  })
  platform.onClose(updates.close)
  return updates
})
