import { BoundedCache } from '../../bounded-cache.ts'

/** In the order of their right of way: mails that somebody waits for to sign in, previews, mails to many. */
const kinds = ['system', 'preview', 'bulk'] as const
export type RenderKind = (typeof kinds)[number]

interface Waiting {
  projectId: string
  kind: RenderKind
}

/**
 * Decides who is rendered next. A project has one thread at most, each kind leaves a thread to every kind before it, and
 * among equals goes first who had their turn longest ago: whoever takes much time waits for all others in between.
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

  /** Nobody waits any more. Answers who did. */
  clear(): T[] {
    return this.#waiting.splice(0)
  }

  /** Whether it was still waiting. */
  remove(task: T): boolean {
    const index = this.#waiting.indexOf(task)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }

  /** Whose turn it is as soon as there is a thread. */
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
