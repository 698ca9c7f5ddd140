import type { ClientApp } from '../client-app.ts'
import { bailOutOnServer } from '../hooks/use-cached.ts'

interface Question<T> {
  code: string
  /** Resolves when there is an outcome, whichever. */
  settled: Promise<void>
  outcome?: { answer: T } | { error: unknown }
}

/** What the server says about the code of a link: one question per code, however often React renders. */
export class CodeQuestions<T> {
  readonly #ask: (app: ClientApp, code: string) => Promise<T>
  /** Of each app the code that was asked about last. */
  readonly #questions = new WeakMap<ClientApp, Question<T>>()

  constructor(ask: (app: ClientApp, code: string) => Promise<T>) {
    this.#ask = ask
  }

  /** Suspends until there is an answer; a failure goes to the error boundary. */
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
