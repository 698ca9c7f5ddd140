export interface Turn {
  projectId: string
  /** Whether a user waits for this email to sign in. */
  isUrgent: boolean
}

/** Who waits, by project, in the order of their turns. */
type Lines = Map<string, { turn: Turn; answer: (hasBegun: boolean) => void }[]>

/**
 * Decides who uses a thread next. A project uses one at most, urgent emails go first and have one thread to themselves,
 * and projects take turns.
 */
export class Turns {
  readonly #maxThreads: number
  readonly #running = new Set<Turn>()
  readonly #urgent: Lines = new Map()
  readonly #others: Lines = new Map()

  constructor(maxThreads: number) {
    this.#maxThreads = maxThreads
  }

  /** Resolves to true when the turn begins, which `end` has to follow, or to false if that takes too long. */
  async begin(turn: Turn, maxMillis: number): Promise<boolean> {
    const lines = turn.isUrgent ? this.#urgent : this.#others
    const hasBegun = new Promise<boolean>((answer) => {
      lines.set(turn.projectId, [...(lines.get(turn.projectId) ?? []), { turn, answer }])
    })
    this.#startNext()
    if (maxMillis === Number.POSITIVE_INFINITY) return hasBegun
    const timer = setTimeout(() => this.#giveUp(lines, turn), maxMillis)
    return hasBegun.finally(() => clearTimeout(timer))
  }

  end(turn: Turn): void {
    this.#running.delete(turn)
    this.#startNext()
  }

  /** Nobody who is waiting gets a turn any more. */
  clear(): void {
    for (const lines of [this.#urgent, this.#others]) {
      for (const { answer } of [...lines.values()].flat()) answer(false)
      lines.clear()
    }
  }

  #startNext(): void {
    const running = [...this.#running]
    if (running.length >= this.#maxThreads) return
    const isFull = running.filter(({ isUrgent }) => !isUrgent).length >= this.#maxThreads - 1
    for (const lines of isFull ? [this.#urgent] : [this.#urgent, this.#others]) {
      const free = [...lines].find(([projectId]) => running.every((turn) => turn.projectId !== projectId))
      if (!free) continue
      const [projectId, [first, ...rest]] = free
      lines.delete(projectId)
      if (rest.length > 0) lines.set(projectId, rest)
      this.#running.add(first!.turn)
      first!.answer(true)
      this.#startNext()
      return
    }
  }

  #giveUp(lines: Lines, turn: Turn): void {
    const line = lines.get(turn.projectId) ?? []
    const rest = line.filter((one) => one.turn !== turn)
    if (rest.length > 0) lines.set(turn.projectId, rest)
    else lines.delete(turn.projectId)
    line.find((one) => one.turn === turn)?.answer(false)
  }
}
