import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { packageFolder } from '../../platform/package-folder.ts'
import { createThreadClock, startAllowance, type ThreadClock } from './allowance.ts'
import type { Notice, Ready, RenderAnswer, RenderJob } from './worker.ts'

export interface RenderTask extends RenderJob {
  /** One more result for every input. */
  answers: RenderAnswer[]
  /** The deadline, by `performance.now()`. */
  deadline: number
}

/** Built by `npm run build`. */
const runtimeFolder = new URL('dist/email-runtime/', packageFolder)
/** The sandbox enforces its own time limit; if a worker has not responded this much later, it hangs. */
const graceMillis = 500
const checkMillis = 100

export function assertRuntimeIsBuilt(): void {
  const isBuilt = existsSync(new URL('image', runtimeFolder))
  if (!isBuilt) throw new Error('The email runtime is not built. Run `npm run build` first.')
}

type Message = Ready | RenderAnswer | Notice

let engine: Promise<WebAssembly.Module> | undefined

/** Kept for the next worker, because the engine becomes several times as fast while it runs. */
function compileEngine(): Promise<WebAssembly.Module> {
  engine ??= readFile(new URL('engine.wasm', runtimeFolder)).then((bytes) => WebAssembly.compile(bytes))
  return engine
}

interface ThreadOptions<T> {
  idleMillis: number
  onDone: (task: T) => void
  /** Some inputs are left for another turn. */
  onPaused: (task: T) => void
  /** The worker exited unexpectedly during this task. */
  onLost: (task: T) => void
  onEnd: () => void
}

/** A worker thread that renders one task after the other, and exits after being idle for a while. */
export class RenderThread<T extends RenderTask> {
  readonly #options: ThreadOptions<T>
  readonly #worker: Worker
  /** Set when the worker is ready. */
  #clock: ThreadClock | undefined
  #task: T | undefined
  #waitsSince = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions<T>) {
    this.#options = options
    this.#worker = new Worker(new URL('worker.js', runtimeFolder), {
      workerData: runtimeFolder.href,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: Message) => this.#receive(message))
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => this.#end())
    compileEngine().then(
      (engine) => this.#worker.postMessage(engine),
      () => this.stop(),
    )
    this.#rest()
  }

  get isIdle(): boolean {
    return this.#task === undefined
  }

  run(task: T): void {
    clearTimeout(this.#timer)
    this.#task = task
    this.#worker.ref()
    this.#waitsSince = performance.now()
    if (this.#clock) this.#start(this.#clock)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: Message): void {
    if (typeof message === 'object' && 'threadPath' in message) {
      this.#clock = createThreadClock(message.threadPath)
      if (this.#task) this.#start(this.#clock)
      return
    }
    if (message === 'leaving') {
      this.#leave()
      return
    }
    if (!this.#task) return
    if (message === 'turn is over') {
      this.#finish(this.#options.onPaused)
      return
    }
    this.#task.answers.push(message)
    if (this.#task.answers.length < this.#task.inputs.length) this.#expectAnswer(this.#clock!, this.#task.limits)
    else this.#finish(this.#options.onDone)
  }

  #finish(report: (task: T) => void): void {
    const task = this.#takeTask()!
    this.#worker.unref()
    this.#rest()
    report(task)
  }

  #rest(): void {
    this.#timer = setTimeout(() => void this.stop(), this.#options.idleMillis).unref()
  }

  #start(clock: ThreadClock): void {
    const { owner, sources, inputs, answers, limits: given, turnMillis, deadline } = this.#task!
    // The time to start the thread does not count for the first task.
    const maxClockMillis = Math.min(given.maxClockMillis, Math.max(deadline - this.#waitsSince, 0))
    const limits = { ...given, maxClockMillis }
    const job: RenderJob = { owner, sources, inputs: inputs.slice(answers.length), limits, turnMillis }
    this.#worker.postMessage(job)
    this.#expectAnswer(clock, limits)
  }

  #expectAnswer(clock: ThreadClock, { maxMillis, maxClockMillis }: RenderJob['limits']): void {
    clearTimeout(this.#timer)
    const limits = { maxMillis: maxMillis + graceMillis, maxClockMillis: maxClockMillis + graceMillis }
    const isOver = startAllowance(limits, clock)
    const check = () => {
      if (isOver()) this.#giveUp()
      else this.#timer = setTimeout(check, checkMillis)
    }
    this.#timer = setTimeout(check, Math.min(limits.maxMillis, limits.maxClockMillis))
  }

  /** The current input has timed out, and with it the rest of the task. */
  #giveUp(): void {
    const task = this.#takeTask()!
    while (task.answers.length < task.inputs.length) task.answers.push({ error: 'Rendering took too long.' })
    // It is replaced by another worker immediately.
    this.#options.onEnd()
    void this.stop()
    this.#options.onDone(task)
  }

  /** A task that it was given in the meantime is passed to another worker. */
  #leave(): void {
    const task = this.#takeTask()
    this.#options.onEnd()
    if (task) this.#options.onPaused(task)
  }

  #end(): void {
    const task = this.#takeTask()
    this.#options.onEnd()
    if (task) this.#options.onLost(task)
  }

  #takeTask(): T | undefined {
    clearTimeout(this.#timer)
    const task = this.#task
    this.#task = undefined
    return task
  }
}
