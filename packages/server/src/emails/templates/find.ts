import { type EmailKind, emailKinds } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import {
  builtInNotices,
  builtInTemplates,
  builtInThemes,
  type EmailTemplate,
  type EmailTheme,
} from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import type { EmailSources } from '../render-email.ts'

/** A template, or a notice. */
export function findTemplate({ emails }: ProjectConfig, id: string): EmailTemplate | undefined {
  if (Object.hasOwn(emails.templates, id)) return emails.templates[id]
  return Object.hasOwn(builtInNotices, id) ? builtInNotices[id] : undefined
}

export function getTheme({ emails }: ProjectConfig, id: string): EmailTheme {
  if (Object.hasOwn(emails.themes, id)) return emails.themes[id]!
  throw new PlainError(404, 'The email theme was not found.')
}

const defaults: Record<string, EmailTemplate | EmailTheme> = {
  ...builtInTemplates,
  ...builtInNotices,
  ...builtInThemes,
}

/** A built-in template, notice or theme as Latchkey ships it. */
export function findDefault(id: string): EmailTemplate | EmailTheme | undefined {
  return Object.hasOwn(defaults, id) ? defaults[id] : undefined
}

/** Whether a project has changed something built in. */
export function isChanged(id: string, current: EmailTemplate | EmailTheme): boolean {
  const original = findDefault(id)
  return original !== undefined && JSON.stringify(original) !== JSON.stringify(current)
}

/** The document, or the code. */
export function sourceOf<T extends EmailTemplate | EmailTheme>({
  document,
  tsxSource,
}: T): NonNullable<T['document']> | string {
  return document ?? tsxSource ?? ''
}

/** Null for no theme. For an unknown ID, the theme of the project. */
export function findThemeSource(
  emails: Pick<ProjectConfig['emails'], 'themes' | 'selectedThemeId'>,
  themeId: string | false | null | undefined,
): EmailSources['theme'] {
  if (themeId === false) return null
  const isKnown = themeId && Object.hasOwn(emails.themes, themeId)
  return sourceOf(emails.themes[isKnown ? themeId : emails.selectedThemeId]!)
}

/** The same, but throws for an unknown ID. */
export function getThemeSource({ project }: Context, themeId: string | false | undefined): EmailSources['theme'] {
  if (themeId) getTheme(project.config, themeId)
  return findThemeSource(project.config.emails, themeId)
}

const kinds = new Map(Object.entries(emailKinds).map(([kind, { id }]) => [id, kind as EmailKind]))

/** Undefined if it is a project's own template. */
export const findKind = (templateId: string) => kinds.get(templateId)

/** The id of a theme, false for none, undefined for the project's own choice. */
export type ThemeChoice = string | false | undefined

export function toThemeChoice(stored: string | null): ThemeChoice {
  return stored === 'none' ? false : (stored ?? undefined)
}
