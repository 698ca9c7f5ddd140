import { checkConnection } from './connection.ts'

/** A change event: audit log actions, and the age of the last one. */
interface Change {
  actions: readonly string[]
  age_millis: number
}

interface Watched {
  projectId: string
  /** Returns the owner's access token. */
  getAccessToken: () => Promise<string | null>
  /** `undefined` if some changes may have been missed. */
  onChange: (actions: readonly string[] | undefined, changedAtMillis: number) => void
  /** Called when the server refuses: the owner may have lost access. */
  onRefused: () => void
}

/** The server ends each connection after a minute. A longer one was lost without notice. */
const maxConnectionMillis = 75_000
/** A connection that ends sooner counts as failed. */
const minConnectionMillis = 5000
const firstWaitMillis = 1000
const maxWaitMillis = 30_000
/** The shortest time between two reloads of a busy project. */
const minGapMillis = 2000

/** Keeps one connection open while the tab is visible. Returns a function that stops it. */
export function watchProject({ projectId, getAccessToken, onChange, onRefused }: Watched): () => void {
  let current: AbortController | undefined
  /** The page has just loaded, so the first connection has nothing to catch up on. */
  let isFirst = true
  const report = createThrottle(onChange)

  const follow = async (signal: AbortSignal) => {
    let failures = 0
    while (!signal.aborted) {
      const startedAt = Date.now()
      try {
        await connect(AbortSignal.any([signal, AbortSignal.timeout(maxConnectionMillis)]))
      } catch {
        // The connection banner reports it if it persists.
      }
      isFirst = false
      if (signal.aborted) return
      failures = Date.now() - startedAt < minConnectionMillis ? failures + 1 : 0
      if (failures === 0) continue
      checkConnection()
      await wait(Math.min(maxWaitMillis, firstWaitMillis * 2 ** (failures - 1)) * (0.5 + Math.random() / 2), signal)
    }
  }

  const connect = async (signal: AbortSignal) => {
    const response = await fetch('/api/v1/internal/live-updates', {
      signal,
      cache: 'no-store',
      headers: {
        'x-stack-project-id': projectId,
        'x-stack-access-type': 'admin',
        'x-stack-admin-access-token': (await getAccessToken()) ?? '',
      },
    })
    if (response.status === 400 || response.status === 401) onRefused()
    if (!response.ok || !response.body) return
    // Changes may have been missed while disconnected.
    if (!isFirst) report(undefined, Date.now())
    let unread = ''
    for await (const text of read(response.body)) {
      const events = (unread + text).split('\n\n')
      unread = events.pop()!
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (!data) continue
        const { actions, age_millis } = JSON.parse(data) as Change
        report(actions.includes('*') ? undefined : actions, Date.now() - age_millis)
      }
    }
  }

  const startOrStop = () => {
    current?.abort()
    current = document.visibilityState === 'visible' ? new AbortController() : undefined
    if (current) void follow(current.signal)
  }
  startOrStop()
  document.addEventListener('visibilitychange', startOrStop)
  return () => {
    document.removeEventListener('visibilitychange', startOrStop)
    report.stop()
    current?.abort()
  }
}

/** Not every browser supports async iteration of streams. */
async function* read(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  while (true) {
    const { value, done } = await reader.read()
    if (done) return
    yield value
  }
}

/** Reports the first change immediately and batches the following ones. */
function createThrottle(onChange: Watched['onChange']) {
  let collected: { actions: readonly string[] | undefined; changedAtMillis: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (!collected) return
    onChange(collected.actions, collected.changedAtMillis)
    collected = undefined
    timer = setTimeout(flush, minGapMillis)
  }
  const report: Watched['onChange'] = (actions, changedAtMillis) => {
    const before = collected ? collected.actions : []
    collected = { actions: actions && before && [...before, ...actions], changedAtMillis }
    if (!timer) flush()
  }
  return Object.assign(report, { stop: () => clearTimeout(timer) })
}

function wait(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
