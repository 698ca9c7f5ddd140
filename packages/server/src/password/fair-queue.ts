import { PlainError } from '../http/plain-error.ts'

/** The project that the work is for and, if a user requested it, their IP address. */
export interface Turn {
  projectId: string
  address: string | undefined
}

export interface QueueLimits {
  maxRunning: number
  maxWaiting: number
  maxWaitingOfProject: number
  maxWaitingOfAddress: number
}

interface Waiting extends Turn {
  start: () => void
}

/**
 * Projects take turns: however much work one of them has, another waits for at most one job of each. The queue is
 * bounded per address and per project, so that nobody can fill it for others.
 */
export function createFairQueue(limits: QueueLimits) {
  /** In the order of their turns. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function wait(turn: Turn): Promise<void> {
    const line = lines.get(turn.projectId) ?? []
    const ofAddress = turn.address === undefined ? 0 : line.filter(({ address }) => address === turn.address).length
    const isFull =
      waiting >= limits.maxWaiting ||
      line.length >= limits.maxWaitingOfProject ||
      ofAddress >= limits.maxWaitingOfAddress
    if (isFull) {
      throw new PlainError(429, 'Too many sign-in attempts at once. Please try again in a moment.', {
        'retry-after': '1',
      })
    }
    lines.set(turn.projectId, line)
    waiting++
    return new Promise((start) => line.push({ ...turn, start }))
  }

  /** The slot is handed over rather than released, so that no new job can take it in between. */
  function handOn(): void {
    const [first] = lines
    if (!first) {
      running--
      return
    }
    const [projectId, line] = first
    const { start } = line.shift()!
    lines.delete(projectId)
    if (line.length > 0) lines.set(projectId, line)
    waiting--
    start()
  }

  return async function takeTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (running < limits.maxRunning) running++
    else await wait(turn)
    try {
      return await work()
    } finally {
      handOn()
    }
  }
}
