import { readFileSync } from 'node:fs'
import { type EmailDocument, type EmailKind, type EmailThemeDocument, emailKinds } from '@latchkey/contract'
import { packageFolder } from '../../platform/package-folder.ts'
import { noticeDocuments } from './built-in-notices.ts'
import { darkTheme, lightTheme, templateDocuments } from './built-in-templates.ts'

/** Visual, with a document, or code. Never both. */
interface Source<Document> {
  displayName: string
  document?: Document
  tsxSource?: string
}

export type EmailTheme = Source<EmailThemeDocument>

export interface EmailTemplate extends Source<EmailDocument> {
  /** False for no theme; the theme of the project if absent. */
  themeId?: string | false
}

/** These IDs are part of the API. The light theme is selected by default. */
export const builtInThemeIds = {
  light: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  dark: 'a0172b5d-cff0-463b-83bb-85124697373a',
} as const

export type SystemEmailKind = keyof typeof templateDocuments

/** The emails that the server sends with a template, by purpose. */
export const systemTemplateIds = Object.fromEntries(
  Object.keys(templateDocuments).map((kind) => [kind, emailKinds[kind as SystemEmailKind].id]),
) as Record<SystemEmailKind, string>

export const builtInThemes: Record<string, EmailTheme> = {
  [builtInThemeIds.light]: { displayName: 'Default Light', document: lightTheme },
  [builtInThemeIds.dark]: { displayName: 'Default Dark', document: darkTheme },
}

export const builtInTemplates = toTemplates(templateDocuments)

/** Not among the templates of the existing API, but stored beside them once a project has changed them. */
export const builtInNotices = toTemplates(noticeDocuments)

function toTemplates(documents: Partial<Record<EmailKind, EmailDocument>>): Record<string, EmailTemplate> {
  return Object.fromEntries(
    Object.entries(documents).map(([kind, document]) => {
      const { id, displayName } = emailKinds[kind as EmailKind]
      return [id, { displayName, document }]
    }),
  )
}

/** The initial content of a new template and a new draft, if they are code. */
export const sampleTemplate = readSource('sample-template')
export const sampleDraft = readSource('sample-draft')

/** Always in the source folder, because project owners read and edit the original source. */
function readSource(name: string): string {
  return readFileSync(new URL(`src/emails/templates/built-in/${name}.tsx`, packageFolder), 'utf8')
}
