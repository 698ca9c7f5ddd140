import { toOneLine } from '../mail/templates.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import {
  builtInRendering,
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  isBuiltIn,
  systemTemplateIds,
} from './built-in.ts'
import type { EmailRenderer, EmailSources } from './rendering/renderer.ts'
import { findThemeSource } from './themes.ts'

/** What the templates of the server's own mails are told, by their purpose. */
export interface SystemMails {
  email_verification: Names & { emailVerificationLink: string }
  password_reset: Names & { passwordResetLink: string }
  magic_link: Names & { magicLink: string; otp: string }
  team_invitation: Names & { teamInvitationLink: string; teamDisplayName: string }
  sign_in_invitation: Names & { signInInvitationLink: string; teamDisplayName: string }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

export type SystemMail = keyof SystemMails

export interface RenderedSystemMail {
  subject: string
  html: string
  text: string
  /** Why the project's own template was not used. */
  problem?: string
}

export function isSystemMail(template: string): template is SystemMail {
  return Object.hasOwn(systemTemplateIds, template)
}

/**
 * A mail of the server from the project's template and theme. Nobody is kept from signing in by a template that somebody
 * broke: then the built-in one is sent instead.
 */
export async function renderSystemMail(
  renderer: EmailRenderer,
  project: { id: string; config: ProjectConfig },
  purpose: SystemMail,
  given: Record<string, string>,
): Promise<RenderedSystemMail> {
  const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toOneLine(value)]))
  const input = {
    user: { displayName: variables.userDisplayName || null },
    project: { displayName: variables.projectDisplayName ?? '' },
    variables,
    isPreview: false,
  }
  const render = async (sources: EmailSources) => {
    const options = isBuiltIn(sources.templateTsx, sources.themeTsx) ? builtInRendering : {}
    const [answer] = await renderer.render(project.id, sources, [input], { ...options, kind: 'system' })
    return answer!
  }

  const { emails } = project.config
  const template = emails.templates[systemTemplateIds[purpose]]!
  const own = await render({ templateTsx: template.tsxSource, themeTsx: findThemeSource(emails, template.themeId) })
  if ('email' in own) return toMail(own.email, own.email.subject ?? '')
  const fallback = await render({
    templateTsx: builtInTemplates[systemTemplateIds[purpose]]!.tsxSource,
    themeTsx: builtInThemes[builtInThemeIds.light]!.tsxSource,
  })
  if ('error' in fallback) throw new Error(`The mail ${purpose} does not render: ${fallback.error}`)
  return { ...toMail(fallback.email, fallback.email.subject ?? ''), problem: own.error }
}

function toMail({ html, text }: { html: string; text: string }, subject: string): RenderedSystemMail {
  return { subject: toOneLine(subject), html, text }
}
