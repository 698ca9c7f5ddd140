import type { Context } from '../../http/context.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { emailServers } from '../smtp/servers.ts'
import { renderSystemEmail } from '../templates/system-emails.ts'
import { sendNow } from './send-now.ts'

const kind = 'sign_in_invitation'

/** Sends an invitation to sign in. Neither a user nor a code is created. */
export async function sendSignInInvitation(ctx: Context, to: string, link: string): Promise<void> {
  const { project, platform } = ctx
  if (!emailServers(platform).hasServer(project)) throw new PlainError(400, 'No email server is configured.')
  const { display_name: name } = project
  const variables = {
    projectDisplayName: name,
    userDisplayName: '',
    teamDisplayName: name,
    signInInvitationLink: link,
  }
  // Who invites usually speaks the language of those they invite.
  const locale = findRequestLocale(ctx)
  const { problem, ...email } = await renderSystemEmail(platform, project, kind, variables, locale)
  if (problem) {
    const fields = { projectId: project.id, kind, problem }
    platform.log.warn('An email template could not be rendered, so the built-in one was sent', fields)
  }
  const failure = await sendNow(ctx, project, { kind, to, ...email })
  if (failure) throw new PlainError(400, `The invitation could not be sent. ${failure.message}`)
}
