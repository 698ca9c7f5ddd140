import { EmailsSection } from './emails.tsx'
import { MagicLinkSection } from './magic-link.tsx'
import type { SettingsPageProps } from './pages.ts'
import { PasskeySection } from './passkey.tsx'
import { PasswordSection } from './password.tsx'
import { ProvidersSection } from './providers.tsx'
import { SecondFactorSection } from './second-factor.tsx'

export interface AuthSectionProps extends Pick<SettingsPageProps, 'user' | 'project'> {
  /** Whether there is an email to sign in with, and whether it is verified. */
  signInEmail: 'none' | 'unverified' | 'verified'
}

/** The sign-in methods, one section each. */
export function AuthPage({ user, project }: SettingsPageProps) {
  const [channels, links] = [user.useContactChannels(), user.useOAuthProviders()]
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth)
  const signInEmail = signInEmails.some(({ isVerified }) => isVerified)
    ? 'verified'
    : signInEmails.length > 0
      ? 'unverified'
      : 'none'
  const props: AuthSectionProps = { user, project, signInEmail }
  return (
    <>
      <EmailsSection user={user} channels={channels} />
      <ProvidersSection user={user} project={project} links={links} />
      {project.config.credentialEnabled && <PasswordSection {...props} />}
      {project.config.passkeyEnabled && <PasskeySection {...props} />}
      {project.config.magicLinkEnabled && <MagicLinkSection {...props} />}
      <SecondFactorSection {...props} />
    </>
  )
}
