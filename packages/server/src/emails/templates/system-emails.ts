import { type EmailKind, emailKinds } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import {
  builtInNotices,
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
} from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { boundVariable, toOneLine } from '../bounded-text.ts'
import { chooseVariant, localesFor } from '../documents/variants.ts'
import { loadLanguage } from '../languages/language.ts'
import { translateDocument } from '../languages/translate-document.ts'
import { lookOf } from '../look.ts'
import { toShownVariables } from '../notices/notices.ts'
import { type EmailSources, renderEmails } from '../render-email.ts'
import type { RenderedEmail } from '../rendering/renderer.ts'
import { emailServers } from '../smtp/servers.ts'
import { findTemplate, findThemeSource, sourceOf } from './find.ts'

/** The variables of the emails that have a template, by purpose. */
export interface SystemEmails {
  email_verification: Names & { emailVerificationLink: string; accountName: string; notMeLink: string }
  password_reset: Names & { passwordResetLink: string }
  magic_link: Names & { magicLink: string; otp: string }
  team_invitation: Names & { teamInvitationLink: string; teamDisplayName: string }
  sign_in_invitation: Names & { signInInvitationLink: string; teamDisplayName: string }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

export interface RenderedSystemEmail {
  subject: string
  html: string
  text: string
  /** The language of the variant; undefined if code has decided. */
  locale: string | undefined
  /** Whether both its template and its theme are built in. */
  isBuiltIn: boolean
  /** Why the project's own template was not used. */
  problem?: string
}

/**
 * Renders a built-in email with the project's template and theme. If they are broken, the built-in ones are used so that
 * users can still sign in. They are also used if the email server is shared with unknown projects. A built-in email is in
 * the language of the recipient.
 */
export async function renderSystemEmail(
  platform: Platform,
  project: Project,
  kind: EmailKind,
  given: Record<string, unknown>,
  /** Of the recipient, or null if it is unknown. */
  userLocale: string | null,
): Promise<RenderedSystemEmail> {
  const bound = boundVariables(given)
  const mustBeBuiltIn = await emailServers(platform).mustBeBuiltIn(project)
  const input = {
    user: { displayName: (bound.userDisplayName as string) || null },
    project: {
      displayName: (bound.projectDisplayName as string) ?? '',
      ...lookOf(project),
      // Pictures of unknown projects do not go out over a shared server either.
      ...(mustBeBuiltIn && { logoUrl: undefined }),
    },
    isPreview: false,
  }
  const render = async (sources: EmailSources) => {
    const { template, language, ...locales } = await findVariant(project, sources, builtIn, userLocale)
    const own = { ...input, ...locales, variables: toShownVariables(bound, language) }
    const [answer] = await renderEmails(platform, project.id, { ...sources, template }, [own], { isUrgent: true })
    return answer!
  }

  const builtIn = findBuiltInSources(project.config.emails, kind)
  const sources = mustBeBuiltIn ? builtIn : findOwnSources(project.config, kind)
  const own = await render(sources)
  if ('email' in own) return toEmail(own.email, isSame(sources, builtIn))
  const fallback = await render(builtIn)
  if ('error' in fallback) throw new Error(`The email ${kind} could not be rendered: ${fallback.error}`)
  return { ...toEmail(fallback.email, true), problem: own.error }
}

/** Variables are user input. */
function boundVariables(given: Record<string, unknown>): Record<string, unknown> {
  const bound = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((line) => bound(name, line))
    return typeof value === 'string' ? boundVariable(name, value) : value
  }
  const each = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bound(name, value)]))
  return each(given)
}

/** The text for the recipient, and the language that its dates and numbers are in. */
async function findVariant(project: Project, sources: EmailSources, builtIn: EmailSources, userLocale: string | null) {
  const locales = localesFor(project, userLocale)
  const { locale, mainLocale } = locales
  const { template } = sources
  // Code gets the language of the recipient and does what it wants with it.
  if (typeof template === 'string') return { template, language: await loadLanguage(locale, mainLocale), ...locales }
  if (isSameSource(template, builtIn.template)) {
    const language = await loadLanguage(locale, mainLocale)
    const written = { locale: language.locale, mainLocale: language.locale }
    return { template: translateDocument(template, language.texts), language, ...written }
  }
  const variant = chooseVariant(template, locales)
  const isSameLanguage = languageOf(variant.locale) === languageOf(locale)
  const language = await loadLanguage(isSameLanguage ? locale : variant.locale, variant.locale)
  return { template: variant.document, language, locale: variant.locale, mainLocale: variant.locale }
}

const languageOf = (locale: string) => locale.split('-')[0]

function findOwnSources(config: ProjectConfig, kind: EmailKind): EmailSources {
  const template = findTemplate(config, emailKinds[kind].id)!
  return { template: sourceOf(template), theme: findThemeSource(config.emails, template.themeId) }
}

/** With the theme that the project has selected if it is a built-in one, in its original version. */
function findBuiltInSources({ selectedThemeId }: ProjectConfig['emails'], kind: EmailKind): EmailSources {
  const { id } = emailKinds[kind]
  const theme = builtInThemes[selectedThemeId] ?? builtInThemes[builtInThemeIds.light]!
  return { template: sourceOf((builtInTemplates[id] ?? builtInNotices[id])!), theme: sourceOf(theme) }
}

function isSame(sources: EmailSources, builtIn: EmailSources): boolean {
  return isSameSource(sources.template, builtIn.template) && isSameSource(sources.theme, builtIn.theme)
}

/** What a project has not changed is the same object. */
function isSameSource<T>(source: T, builtIn: T): boolean {
  return source === builtIn || JSON.stringify(source) === JSON.stringify(builtIn)
}

function toEmail(email: RenderedEmail, isBuiltIn: boolean): RenderedSystemEmail {
  const { html, text, subject = '', locale } = email
  return { subject: toOneLine(subject), html, text, locale, isBuiltIn }
}
