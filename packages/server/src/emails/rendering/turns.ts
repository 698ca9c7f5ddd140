import { BoundedCache } from '../../platform/bounded-cache.ts'

/** By priority: emails that a user is waiting for to sign in, previews, bulk emails. */
const kinds = ['system', 'preview', 'bulk'] as const
export type RenderKind = (typeof kinds)[number]

interface Waiting {
  projectId: string
  kind: RenderKind
}

/**
 * Decides which task is next. A project uses one thread at most, each priority leaves a thread free for every higher one,
 * and among equals the project whose last turn was longest ago goes first.
 */
export class Turns<T extends Waiting> {
  readonly #maxThreads: number
  readonly #waiting: T[] = []
  readonly #running = new Set<T>()
  readonly #lastTurns = new BoundedCache<string, number>(10_000)
  #turns = 0

  constructor(maxThreads: number) {
    this.#maxThreads = maxThreads
  }

  add(task: T): void {
    this.#waiting.push(task)
  }

  /** Removes and returns all waiting tasks. */
  clear(): T[] {
    return this.#waiting.splice(0)
  }

  /** Returns whether the task was still waiting. */
  remove(task: T): boolean {
    const index = this.#waiting.indexOf(task)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  /** The next task for a free thread. */
  next(): T | undefined {
    if (this.#running.size >= this.#maxThreads) return undefined
    const running = [...this.#running]
    const isBusy = (task: T) => running.some(({ projectId }) => projectId === task.projectId)
    const hasPlace = ({ kind }: T) => {
      const others = running.filter((one) => kinds.indexOf(one.kind) >= kinds.indexOf(kind))
      return others.length < this.#maxThreads - kinds.indexOf(kind)
    }
    const order = (task: T) => [kinds.indexOf(task.kind), this.#lastTurns.get(task.projectId) ?? 0] as const
    const candidates = this.#waiting.filter((task) => !isBusy(task) && hasPlace(task))
    return candidates.map((task) => ({ task, order: order(task) })).sort(byOrder)[0]?.task
  }

  begin(task: T): void {
    this.remove(task)
    this.#running.add(task)
  }

  end(task: T): void {
    this.#running.delete(task)
    this.#lastTurns.set(task.projectId, ++this.#turns)
  }
}

type Order = readonly [kind: number, lastTurn: number]

function byOrder({ order: a }: { order: Order }, { order: b }: { order: Order }): number {
  return a[0] - b[0] || a[1] - b[1]
}
