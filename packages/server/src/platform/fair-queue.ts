import type { RequestContext } from '../http/context.ts'
import { addressBucket } from './http/client-address.ts'
import { PlainError } from './http/plain-error.ts'

/** The project that the work is for and, if a user requested it, their IP address. */
export interface Turn {
  projectId: string
  address: string | undefined
}

export type Requester = Pick<RequestContext, 'project' | 'access' | 'caller'>

/** Without a requester, the work is the server's own. */
export function turnOf(requester: Requester | undefined): Turn {
  if (!requester?.project) return { projectId: '', address: undefined }
  // A project's server sends the requests of all its users from one address.
  const address = requester.access === 'client' ? addressBucket(requester.caller.address ?? '') : undefined
  return { projectId: requester.project.id, address }
}

export type TakeTurn = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>

export interface QueueOptions {
  /** The error message for those who find the queue full. */
  fullMessage: string
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
export function createFairQueue(options: QueueOptions): TakeTurn {
  /** In the order of their turns. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function wait(turn: Turn): Promise<void> {
    const line = lines.get(turn.projectId) ?? []
    const ofAddress = turn.address === undefined ? 0 : line.filter(({ address }) => address === turn.address).length
    const isFull =
      waiting >= options.maxWaiting ||
      line.length >= options.maxWaitingOfProject ||
      ofAddress >= options.maxWaitingOfAddress
    if (isFull) {
      throw new PlainError(429, options.fullMessage, { 'retry-after': '1' })
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

  return async (turn, work) => {
    if (running < options.maxRunning) running++
    else await wait(turn)
    try {
      return await work()
    } finally {
      handOn()
    }
  }
}
