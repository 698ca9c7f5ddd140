import type { EmailDocument, EmailThemeDocument } from '@latchkey/contract'
import { toOneLine } from '../bounded-text.ts'
import type { EmailInput, RenderedEmail } from '../rendering/render.ts'
import { renderContent } from './html.ts'
import { renderText } from './text.ts'
import { frameText, lookOfTheme, renderBare, renderFrame } from './theme.ts'
import { type Values, valuesOf } from './values.ts'

const maxSubjectLength = 500

/** Renders an email that is data. No code of a project runs, so it takes no sandbox and well under a millisecond. */
export function renderDocument(
  { subject, preview = '', category, content }: EmailDocument,
  theme: EmailThemeDocument | null,
  input: EmailInput,
): RenderedEmail {
  const values = valuesOf(input)
  const { project } = input
  const look = theme ? lookOfTheme(theme, project) : { button: project.buttonStyle }
  const frame = {
    subject: fillSubject(subject, values),
    preview: values.fill(preview),
    content: renderContent(content.content, values, look),
    project,
    values,
    unsubscribeLink: findUnsubscribeLink(category, input, values),
  }
  const text = renderText(content.content, values)
  return {
    subject: frame.subject,
    notificationCategory: category,
    html: theme ? renderFrame(theme, frame) : renderBare(frame),
    text: theme ? frameText(theme, frame, text) : text,
  }
}

/** The content alone, for a theme that is code. */
export function renderForTheme({ subject, category, content }: EmailDocument, input: EmailInput) {
  const values = valuesOf(input)
  const { text: html } = renderContent(content.content, values, { button: input.project.buttonStyle })
  const unsubscribeLink = findUnsubscribeLink(category, input, values)
  const marks = { subject: fillSubject(subject, values), notificationCategory: category }
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
