import { directionOf, type EmailDocument, type EmailThemeDocument } from '@latchkey/contract'
import { toOneLine } from '../bounded-text.ts'
import type { Texts } from '../languages/language.ts'
import type { EmailInput, RenderedEmail } from '../rendering/render.ts'
import { renderContent } from './html.ts'
import { renderText } from './text.ts'
import { frameText, lookOfTheme, renderBare, renderFrame } from './theme.ts'
import { type Values, valuesOf } from './values.ts'
import { english } from './variants.ts'

const maxSubjectLength = 500

/** The language that a document is written in, and what we add to it ourselves. */
export interface Written {
  locale: string
  texts: Texts
}

const inEnglish: Written = { locale: english, texts: {} }

/** Renders an email that is data. No code of a project runs, so it takes no sandbox and well under a millisecond. */
export function renderDocument(
  { subject, preview = '', category, content }: EmailDocument,
  theme: EmailThemeDocument | null,
  input: EmailInput,
  { locale, texts }: Written = inEnglish,
): RenderedEmail {
  const values = valuesOf(input)
  const { project } = input
  const direction = directionOf(locale)
  const look = { ...(theme ? lookOfTheme(theme, project) : { button: project.buttonStyle }), direction }
  const frame = {
    subject: fillSubject(subject, values),
    preview: values.fill(preview),
    content: renderContent(content.content, values, look),
    project,
    values,
    locale,
    direction,
    texts,
    unsubscribeLink: findUnsubscribeLink(category, input, values),
  }
  const text = renderText(content.content, values)
  return {
    subject: frame.subject,
    notificationCategory: category,
    locale,
    html: theme ? renderFrame(theme, frame) : renderBare(frame),
    text: theme ? frameText(theme, frame, text) : text,
  }
}

/** The content alone, for a theme that is code. */
export function renderForTheme(
  { subject, category, content }: EmailDocument,
  input: EmailInput,
  { locale }: Written = inEnglish,
) {
  const values = valuesOf(input)
  const look = { button: input.project.buttonStyle, direction: directionOf(locale) }
  const { text: html } = renderContent(content.content, values, look)
  const unsubscribeLink = findUnsubscribeLink(category, input, values)
  const marks = { subject: fillSubject(subject, values), notificationCategory: category, locale }
  return { html, marks, ...(unsubscribeLink === undefined ? {} : { unsubscribeLink }) }
}

/** An email that nobody can unsubscribe from is previewed without the line that it will not have. */
function findUnsubscribeLink(category: EmailDocument['category'], input: EmailInput, values: Values) {
  const sample = input.isPreview && category === 'Marketing' ? values.get('unsubscribeLink')[0] : undefined
  return input.unsubscribeLink ?? sample
}

function fillSubject(subject: string, values: Values): string {
  return [...toOneLine(values.fill(subject))].slice(0, maxSubjectLength).join('')
}
