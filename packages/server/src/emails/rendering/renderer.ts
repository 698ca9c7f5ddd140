import type { EmailInput, EmailSources, RenderedEmail } from './render.ts'
import { assertRuntimeIsBuilt, type RenderTask, RenderThread } from './thread.ts'
import { type RenderKind, Turns } from './turns.ts'
import type { RenderAnswer } from './worker.ts'

export interface EmailRenderer {
  /** Renders the inputs one after the other in their own sandbox. Turns are assigned by `projectId`. */
  render(
    projectId: string,
    sources: EmailSources,
    inputs: EmailInput[],
    options?: RenderOptions,
  ): Promise<RenderAnswer[]>
  /** Starts a worker in advance, because something will have to be rendered in a moment. */
  wake(): void
  close(): Promise<void>
}

export interface RenderOptions {
  /** The priority when many are waiting. */
  kind?: RenderKind
  /** The owner of the sources, if not the project. */
  owner?: string
  /** The limit of CPU time for one email. */
  maxMillis?: number
  /** The limit of elapsed time, including the wait for a thread. */
  answerWithinMillis?: number
}

export type { EmailInput, EmailSources, RenderAnswer, RenderedEmail }

const maxThreads = 3
/** Rendering a normal template takes a small part of this. */
const defaultMaxMillis = 1_800
/** Generous, because the machine may be busy. */
const minClockMillis = 5_000

interface Task extends RenderTask {
  projectId: string
  kind: RenderKind
  /** How many inputs were done when its worker exited unexpectedly. */
  lostAt?: number
  timer?: NodeJS.Timeout
  resolve: (answers: RenderAnswer[]) => void
  reject: (error: Error) => void
}

/**
 * Renders emails in worker threads, so that a slow template does not delay anything else. Workers start when there is
 * something to render and exit after being idle for a while.
 */
export function createEmailRenderer({ idleMillis = 10_000, turnMillis = 1_000 } = {}): EmailRenderer {
  const turns = new Turns<Task>(maxThreads)
  const threads = new Set<RenderThread<Task>>()
  let isClosed = false

  function assign(): void {
    for (let task = turns.next(); task; task = turns.next()) {
      const thread = [...threads].find(({ isIdle }) => isIdle) ?? startThread()
      if (!thread) return
      turns.begin(task)
      clearTimeout(task.timer)
      thread.run(task)
    }
  }

  function startThread(): RenderThread<Task> | undefined {
    if (threads.size >= maxThreads) return undefined
    const thread = new RenderThread<Task>({
      idleMillis,
      onDone: finish,
      onPaused: queueAgain,
      onEnd: () => threads.delete(thread),
      onLost: retry,
    })
    threads.add(thread)
    return thread
  }

  function finish(task: Task): void {
    turns.end(task)
    task.resolve(task.answers)
    assign()
  }

  function queue(task: Task): void {
    turns.add(task)
    const millis = task.deadline - performance.now()
    if (millis < Number.POSITIVE_INFINITY) task.timer = setTimeout(() => expire(task), millis)
    assign()
  }

  function queueAgain(task: Task): void {
    turns.end(task)
    queue(task)
  }

  /** Another task may have crashed the worker, so the input is tried once more. */
  function retry(task: Task): void {
    if (isClosed) {
      task.reject(closed())
    } else if (task.lostAt === task.answers.length) {
      fill(task, 'The renderer crashed.')
      finish(task)
    } else {
      task.lostAt = task.answers.length
      queueAgain(task)
    }
  }

  function expire(task: Task): void {
    if (!turns.remove(task)) return
    fill(task, 'Too many emails are being rendered right now. Please try again in a moment.')
    task.resolve(task.answers)
  }

  return {
    render: async (projectId, sources, inputs, options = {}) => {
      const { kind = 'preview', owner = projectId, maxMillis = defaultMaxMillis, answerWithinMillis } = options
      if (inputs.length === 0) return []
      if (isClosed) throw closed()
      assertRuntimeIsBuilt()
      return new Promise((resolve, reject) => {
        const limits = { maxMillis, maxClockMillis: Math.max(maxMillis, minClockMillis) }
        const deadline = performance.now() + (answerWithinMillis ?? Number.POSITIVE_INFINITY)
        const task: Task = {
          projectId,
          kind,
          owner,
          sources,
          inputs,
          answers: [],
          limits,
          turnMillis,
          deadline,
          resolve,
          reject,
        }
        queue(task)
      })
    },
    wake: () => {
      if (isClosed || threads.size > 0) return
      assertRuntimeIsBuilt()
      startThread()
    },
    close: async () => {
      isClosed = true
      for (const { timer, reject } of turns.clear()) {
        clearTimeout(timer)
        reject(closed())
      }
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

/** An error rather than a result, because another node will render it: it must not be recorded as failed. */
function closed(): Error {
  return new Error('The email renderer is closed.')
}

function fill({ answers, inputs }: Task, error: string): void {
  while (answers.length < inputs.length) answers.push({ error })
}
