import { toPlainText } from '@react-email/components'
import type { EmailLook } from '../look.ts'
import { compileSource } from './compile.ts'
import { explainFailure, type Sandbox, SandboxError } from './sandbox.ts'

export interface EmailSources {
  templateTsx: string
  /** Null for no theme. */
  themeTsx: string | null
}

export interface EmailInput {
  user: { displayName: string | null }
  project: { displayName: string } & EmailLook
  variables: Record<string, unknown>
  unsubscribeLink?: string
  /** The language of the reader. */
  locale?: string
  /** The language of texts that are not translated for the reader. */
  mainLocale?: string
  /** Uses the preview variables of the sources. */
  isPreview: boolean
}

export interface RenderedEmail {
  html: string
  /** The language of the variant; undefined for code, which decides by itself. */
  locale?: string
  text: string
  subject?: string
  notificationCategory?: string
}

const maxCharacters = 2_000_000

/** Loads the sources into a fresh sandbox. */
export function loadSources(sandbox: Sandbox, { templateTsx, themeTsx }: EmailSources, isOver: () => boolean): void {
  const define = (setter: string, name: string, tsx: string) =>
    sandbox.run(`latchkey.${setter}(function (require, exports) {${compile(name, tsx)}\n})`, { name, isOver })
  define('setTemplate', 'template', templateTsx)
  if (themeTsx !== null) define('setTheme', 'theme', themeTsx)
}

function compile(name: string, tsx: string): string {
  try {
    return compileSource(tsx)
  } catch (error) {
    throw new SandboxError(`The ${name} does not compile: ${(error as Error).message}`)
  }
}

export function renderInput(sandbox: Sandbox, input: EmailInput, isOver: () => boolean): RenderedEmail {
  sandbox.run(`latchkey.start(${JSON.stringify(JSON.stringify(input))})`, { name: 'render', isOver })
  // Even if the code catches the interruption.
  if (isOver()) throw explainFailure('interrupted')
  const answer = sandbox.run('latchkey.answer()', { name: 'answer', isOver })
  // There is no result if a promise never settles, and hostile code may have replaced it with anything.
  if (typeof answer !== 'string' || answer === '') throw new SandboxError('Rendering did not finish.')
  if (answer.length > maxCharacters) throw new SandboxError('The email is too large.')
  const { output, error, stack } = JSON.parse(answer) as {
    output?: Partial<RenderedEmail>
    error?: string
    stack?: unknown
  }
  if (!output) throw explainFailure(String(error), stack)
  return readOutput(output)
}

function readOutput({ html, subject, notificationCategory }: Partial<RenderedEmail>): RenderedEmail {
  if (typeof html !== 'string') throw new SandboxError('Rendering did not produce an email.')
  return {
    html,
    // Done outside of the sandbox, where it is forty times as fast. No code of the template is involved.
    text: toPlainText(html),
    ...(typeof subject === 'string' ? { subject } : {}),
    ...(typeof notificationCategory === 'string' ? { notificationCategory } : {}),
  }
}
