import { toPlainText } from '@react-email/components'
import type { EmailLook } from '../look.ts'
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
  /** Uses the preview variables of the sources. */
  isPreview: boolean
}

export interface RenderedEmail {
  html: string
  text: string
  subject?: string
  notificationCategory?: string
}

const maxCharacters = 2_000_000

/** Compiles a source to a script. Throws if it is not valid. */
export type Compile = (tsx: string) => Promise<string>

/** Loads the sources into a fresh sandbox. */
export async function loadSources(
  sandbox: Sandbox,
  { templateTsx, themeTsx }: EmailSources,
  { compile, isOver }: { compile: Compile; isOver: () => boolean },
): Promise<void> {
  const define = async (setter: string, name: string, tsx: string) => {
    const code = await compile(tsx).catch((error: unknown) => {
      throw new SandboxError(`The ${name} does not compile: ${(error as Error).message}`)
    })
    sandbox.run(`latchkey.${setter}(function (require, exports) {${code}\n})`, { name, isOver })
  }
  await define('setTemplate', 'template', templateTsx)
  if (themeTsx !== null) await define('setTheme', 'theme', themeTsx)
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
