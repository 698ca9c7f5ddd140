import { PlainError } from '../http/plain-error.ts'

/** Whose work it is: a project's and, if a person asked for it, that of their address. */
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
 * Projects take turns: however much one of them asks for, another waits for no more than one piece of work of each. What
 * waits is bounded per address and per project, so that nobody can fill the queue for others.
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

  /** The place is handed on rather than given up, so that nobody can slip in between. */
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
