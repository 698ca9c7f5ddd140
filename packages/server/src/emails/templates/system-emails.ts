import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import {
  builtInRendering,
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  isBuiltIn,
  systemTemplateIds,
} from '../../projects/project-config/built-in-emails.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { lookOf } from '../look.ts'
import { boundVariable, toOneLine } from '../notices/render.ts'
import { type EmailSources, emailRenderer, type RenderedEmail } from '../rendering/renderer.ts'
import { emailServers } from '../smtp/servers.ts'
import { findThemeSource } from './find.ts'

/** The variables of the built-in templates, by purpose. */
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

export type SystemEmail = keyof SystemEmails

export interface RenderedSystemEmail {
  subject: string
  html: string
  text: string
  /** Whether both its template and its theme are built in. */
  isBuiltIn: boolean
  /** Why the project's own template was not used. */
  problem?: string
}

export function isSystemEmail(template: string): template is SystemEmail {
  return Object.hasOwn(systemTemplateIds, template)
}

/**
 * Renders an email with the project's template and theme. If they are broken, the built-in ones are used so that users can
 * still sign in. They are also used if the email server is shared with unknown projects.
 */
export async function renderSystemEmail(
  platform: Platform,
  project: Project,
  purpose: SystemEmail,
  given: Record<string, string>,
): Promise<RenderedSystemEmail> {
  const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, boundVariable(name, value)]))
  const mustBeBuiltIn = await emailServers(platform).mustBeBuiltIn(project)
  const input = {
    user: { displayName: variables.userDisplayName || null },
    project: {
      displayName: variables.projectDisplayName ?? '',
      ...lookOf(project),
      // Pictures of unknown projects do not go out over a shared server either.
      ...(mustBeBuiltIn && { logoUrl: undefined }),
    },
    variables,
    isPreview: false,
  }
  const render = async (sources: EmailSources) => {
    const options = isBuiltIn(sources.templateTsx, sources.themeTsx) ? builtInRendering : {}
    const [answer] = await emailRenderer(platform).render(project.id, sources, [input], { ...options, isUrgent: true })
    return answer!
  }

  const { emails } = project.config
  const builtIn = findBuiltInSources(emails, purpose)
  const sources = mustBeBuiltIn ? builtIn : findOwnSources(emails, purpose)
  const own = await render(sources)
  if ('email' in own) return toEmail(own.email, isBuiltIn(sources.templateTsx, sources.themeTsx))
  const fallback = await render(builtIn)
  if ('error' in fallback) throw new Error(`The email ${purpose} could not be rendered: ${fallback.error}`)
  return { ...toEmail(fallback.email, true), problem: own.error }
}

function findOwnSources(emails: ProjectConfig['emails'], purpose: SystemEmail): EmailSources {
  const template = emails.templates[systemTemplateIds[purpose]]!
  return { templateTsx: template.tsxSource, themeTsx: findThemeSource(emails, template.themeId) }
}

/** With the theme that the project has selected if it is a built-in one, in its original version. */
function findBuiltInSources({ selectedThemeId }: ProjectConfig['emails'], purpose: SystemEmail): EmailSources {
  const theme = builtInThemes[selectedThemeId] ?? builtInThemes[builtInThemeIds.light]!
  return { templateTsx: builtInTemplates[systemTemplateIds[purpose]]!.tsxSource, themeTsx: theme.tsxSource }
}

function toEmail(email: RenderedEmail, builtIn: boolean): RenderedSystemEmail {
  const { html, text, subject = '' } = email
  return { subject: toOneLine(subject), html, text, isBuiltIn: builtIn }
}
