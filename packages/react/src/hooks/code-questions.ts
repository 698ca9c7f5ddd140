import type { ClientApp } from '../client-app.ts'
import { bailOutOnServer } from './use-cached.ts'

interface Question<T> {
  code: string
  /** Resolves on success and on failure. */
  settled: Promise<void>
  outcome?: { answer: T } | { error: unknown }
}

/** Asks the server about the code of a link, with one request per code, however often React renders. */
export class CodeQuestions<T> {
  readonly #ask: (app: ClientApp, code: string) => Promise<T>
  /** The last checked code of each app. */
  readonly #questions = new WeakMap<ClientApp, Question<T>>()

  constructor(ask: (app: ClientApp, code: string) => Promise<T>) {
    this.#ask = ask
  }

  /** Suspends until there is a response; a failure goes to the error boundary. */
  read(app: ClientApp, code: string): T {
    bailOutOnServer()
    let question = this.#questions.get(app)
    if (question?.code !== code) {
      question = this.#start(app, code)
      this.#questions.set(app, question)
    }
    if (!question.outcome) throw question.settled
    if ('error' in question.outcome) throw question.outcome.error
    return question.outcome.answer
  }

  forget(app: ClientApp): void {
    this.#questions.delete(app)
  }

  #start(app: ClientApp, code: string): Question<T> {
    const settled = this.#ask(app, code).then(
      (answer) => {
        question.outcome = { answer }
      },
      (error: unknown) => {
        question.outcome = { error }
      },
    )
    const question: Question<T> = { code, settled }
    return question
  }
}
