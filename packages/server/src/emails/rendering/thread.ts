import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { RenderAnswer, RenderJob } from './worker.ts'

export interface RenderTask extends RenderJob {
  /** Grows by one for every input. */
  answers: RenderAnswer[]
}

/** Built by `npm run build`; the same place for the sources and for what is compiled from them. */
const runtimeFolder = new URL('../../../dist/email-runtime/', import.meta.url)
/** The sandbox stops what runs too long by itself; whatever is still silent this much later has broken it. */
const graceMillis = 600

export function assertRuntimeIsBuilt(): void {
  const isBuilt = existsSync(new URL('image', runtimeFolder))
  if (!isBuilt) throw new Error('The e-mail runtime is not built: run `npm run build` first.')
}

let engine: Promise<WebAssembly.Module> | undefined

/** Kept for the next worker: the engine becomes several times as fast while it runs. */
function compileEngine(): Promise<WebAssembly.Module> {
  engine ??= readFile(new URL('engine.wasm', runtimeFolder)).then((bytes) => WebAssembly.compile(bytes))
  return engine
}

interface ThreadOptions<T> {
  idleMillis: number
  onDone: (task: T) => void
  /** It ended although nobody asked it to, in the middle of this. */
  onLost: (task: T) => void
  onEnd: () => void
}

/** A worker thread that renders one task after the other, and ends when there has been none for a while. */
export class RenderThread<T extends RenderTask> {
  readonly #options: ThreadOptions<T>
  readonly #worker: Worker
  #isReady = false
  #task: T | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions<T>) {
    this.#options = options
    this.#worker = new Worker(new URL('worker.js', runtimeFolder), {
      workerData: runtimeFolder.href,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: 'ready' | RenderAnswer) => this.#receive(message))
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
    if (this.#isReady) this.#start()
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: 'ready' | RenderAnswer): void {
    if (message === 'ready') {
      this.#isReady = true
      if (this.#task) this.#start()
      return
    }
    if (!this.#task) return
    this.#task.answers.push(message)
    if (this.#task.answers.length < this.#task.inputs.length) this.#expectAnswer()
    else this.#finish()
  }

  #finish(): void {
    const task = this.#takeTask()!
    this.#worker.unref()
    this.#rest()
    this.#options.onDone(task)
  }

  #rest(): void {
    this.#timer = setTimeout(() => void this.stop(), this.#options.idleMillis).unref()
  }

  #start(): void {
    const { owner, sources, inputs, maxMillis } = this.#task!
    this.#worker.postMessage({ owner, sources, inputs, maxMillis } satisfies RenderJob)
    this.#expectAnswer()
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp(), this.#task!.maxMillis + graceMillis)
  }

  /** Too late for what is being rendered, and for all that would come after it. */
  #giveUp(): void {
    const task = this.#takeTask()!
    while (task.answers.length < task.inputs.length) task.answers.push({ error: 'It took too long.' })
    // Another worker takes its place right away.
    this.#options.onEnd()
    void this.stop()
    this.#options.onDone(task)
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
