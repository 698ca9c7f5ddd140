import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EmailDocument, EmailThemeDocument } from '@latchkey/contract'
import type { Platform } from '../platform/platform.ts'
import { renderDocument, renderForTheme } from './documents/render.ts'
import { toThemeTsx } from './documents/theme-to-tsx.ts'
import { DocumentError } from './documents/values.ts'
import { chooseVariant } from './documents/variants.ts'
import { loadLanguage } from './languages/language.ts'
import { type EmailInput, emailRenderer, type RenderAnswer, type RenderOptions } from './rendering/renderer.ts'

/** What an email is made of: documents, or code as text. */
export interface EmailSources {
  template: EmailDocument | string
  /** Null for no theme. */
  theme: EmailThemeDocument | string | null
}

/** Renders the inputs. Code of a project runs in its sandbox; documents are rendered here. */
export async function renderEmails(
  platform: Platform,
  projectId: string,
  { template, theme }: EmailSources,
  inputs: EmailInput[],
  options: RenderOptions = {},
): Promise<RenderAnswer[]> {
  const runCode = (templateTsx: string, themeTsx: string | null, some: EmailInput[]) =>
    emailRenderer(platform).render(projectId, { templateTsx, themeTsx }, some, options)
  if (typeof template === 'string') {
    // HTML is the same for everybody, so it is in nobody's language in particular.
    const isHtml = template === rawHtmlTemplate
    const readers = isHtml ? inputs.map(({ locale: _, ...input }) => ({ ...input, locale: input.mainLocale })) : inputs
    return runCode(template, typeof theme === 'object' && theme ? toThemeTsx(theme) : theme, readers as EmailInput[])
  }
  if (typeof theme !== 'string')
    return inTurns(inputs, async (input) => {
      const { document, ...written } = await findVariant(template, input)
      return { email: renderDocument(document, theme, input, written) }
    })
  const contents = await inTurns(inputs, async (input) => {
    const { document, ...written } = await findVariant(template, input)
    return renderForTheme(document, input, written)
  })
  return Promise.all(
    contents.map(async (content, index) => {
      if ('error' in content) return content
      const { html, marks, ...shown } = content
      const input = { ...inputs[index]!, ...shown, locale: marks.locale, variables: { html } }
      const [answer] = await runCode(rawHtmlTemplate, theme, [input])
      return answer && 'email' in answer ? { email: { ...answer.email, ...marks } } : answer!
    }),
  )
}

async function findVariant(template: EmailDocument, input: EmailInput) {
  const variant = chooseVariant(template, input)
  const { texts } = await loadLanguage(variant.locale, input.mainLocale)
  return { ...variant, texts }
}

/** HTML that is inserted into a theme unchanged. */
export const rawHtmlTemplate = `
export const variablesSchema = (variables) => variables
export const EmailTemplate = ({ variables }) => <div dangerouslySetInnerHTML={{ __html: variables.html }} />
`

const maxTurnMillis = 10

/** One after the other, with room for other requests in between. */
async function inTurns<T extends object>(
  inputs: EmailInput[],
  render: (input: EmailInput) => Promise<T>,
): Promise<(T | { error: string })[]> {
  const results: (T | { error: string })[] = []
  let startedAt = performance.now()
  for (const input of inputs) {
    try {
      results.push(await render(input))
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      results.push({ error: error.message })
    }
    if (performance.now() - startedAt < maxTurnMillis) continue
    await nextTurn()
    startedAt = performance.now()
  }
  return results
}
