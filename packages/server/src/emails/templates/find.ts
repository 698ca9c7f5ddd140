import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { EmailTemplate, EmailTheme } from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'

export function findTemplate({ emails }: ProjectConfig, id: string): EmailTemplate | undefined {
  return Object.hasOwn(emails.templates, id) ? emails.templates[id] : undefined
}

export function getTheme({ emails }: ProjectConfig, id: string): EmailTheme {
  if (Object.hasOwn(emails.themes, id)) return emails.themes[id]!
  throw new PlainError(404, 'The email theme was not found.')
}

/** Null for no theme. For an unknown ID, the theme of the project. */
export function findThemeSource(
  emails: Pick<ProjectConfig['emails'], 'themes' | 'selectedThemeId'>,
  themeId: string | false | null | undefined,
): string | null {
  if (themeId === false) return null
  const isKnown = themeId && Object.hasOwn(emails.themes, themeId)
  return emails.themes[isKnown ? themeId : emails.selectedThemeId]!.tsxSource
}

/** The same, but throws for an unknown ID. */
export function getThemeSource({ project }: Context, themeId: string | false | undefined): string | null {
  if (themeId) getTheme(project.config, themeId)
  return findThemeSource(project.config.emails, themeId)
}

/** The id of a theme, false for none, undefined for the project's own choice. */
export type ThemeChoice = string | false | undefined

export function toThemeChoice(stored: string | null): ThemeChoice {
  return stored === 'none' ? false : (stored ?? undefined)
}
