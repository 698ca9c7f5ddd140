import type { EmailInput, EmailSources, RenderedEmail } from './render.ts'
import { assertRuntimeIsBuilt, type RenderTask, RenderThread } from './thread.ts'
import type { RenderAnswer } from './worker.ts'

export interface EmailRenderer {
  /** Rendered one after the other in a sandbox of their own. `projectId` decides whose turn it is. */
  render(
    projectId: string,
    sources: EmailSources,
    inputs: EmailInput[],
    options?: RenderOptions,
  ): Promise<RenderAnswer[]>
  /** Something will have to be rendered in a moment: what takes time before the first mail can begin now. */
  wake(): void
  close(): Promise<void>
}

export interface RenderOptions {
  /** Whose sources these are, if not the project's. */
  owner?: string
  /** For one mail. Short where somebody waits for the answer. */
  maxMillis?: number
}

export type { EmailInput, EmailSources, RenderAnswer, RenderedEmail }

const maxThreads = 2
/** A rendering of a well-meant template takes a small part of this. */
const defaultMaxMillis = 1_800

interface Task extends RenderTask {
  projectId: string
  isSecondTry: boolean
  resolve: (answers: RenderAnswer[]) => void
}

/**
 * Renders e-mails in worker threads, so that nobody else waits for a template that takes its time. Workers start when
 * there is something to render and end when there has not been for a while. One project has one of them at most.
 */
export function createEmailRenderer({ idleMillis = 10_000 } = {}): EmailRenderer {
  const waiting: Task[] = []
  const busyProjects = new Set<string>()
  const threads = new Set<RenderThread<Task>>()
  let isClosed = false

  function assign(): void {
    for (;;) {
      const index = waiting.findIndex((task) => !busyProjects.has(task.projectId))
      const task = waiting[index]
      if (!task) return
      const thread = [...threads].find(({ isIdle }) => isIdle) ?? startThread()
      if (!thread) return
      waiting.splice(index, 1)
      busyProjects.add(task.projectId)
      thread.run(task)
    }
  }

  function startThread(): RenderThread<Task> | undefined {
    if (threads.size >= maxThreads) return undefined
    const thread = new RenderThread<Task>({
      idleMillis,
      onDone: finish,
      onEnd: () => threads.delete(thread),
      onLost: retry,
    })
    threads.add(thread)
    return thread
  }

  function finish(task: Task): void {
    busyProjects.delete(task.projectId)
    task.resolve(task.answers)
    assign()
  }

  /** A worker that ended by itself may have taken somebody with it who had no part in that. */
  function retry(task: Task): void {
    if (task.isSecondTry || isClosed) {
      while (task.answers.length < task.inputs.length) task.answers.push({ error: 'It broke the renderer.' })
      finish(task)
    } else {
      busyProjects.delete(task.projectId)
      waiting.unshift({ ...task, answers: [], isSecondTry: true })
      assign()
    }
  }

  return {
    render: async (projectId, sources, inputs, { owner = projectId, maxMillis = defaultMaxMillis } = {}) => {
      if (inputs.length === 0) return []
      if (isClosed) throw new Error('The e-mail renderer is closed.')
      assertRuntimeIsBuilt()
      return new Promise((resolve) => {
        waiting.push({ projectId, owner, maxMillis, sources, inputs, answers: [], isSecondTry: false, resolve })
        assign()
      })
    },
    wake: () => {
      if (isClosed || threads.size > 0) return
      assertRuntimeIsBuilt()
      startThread()
    },
    close: async () => {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}
