import type { AuthPageProps } from '@latchkey/react'
import type { Project } from '../data/rows.ts'

type ShownProject = NonNullable<AuthPageProps['mockProject']>
type Look = 'display_name' | 'logo_url' | 'logo_dark_mode_url' | 'full_logo_url' | 'full_logo_dark_mode_url'

/** A project in the form that the preview of the sign-in page takes. */
export const toShownProject = (project: Pick<Project, Look | 'config'>): ShownProject => ({
  displayName: project.display_name,
  logoUrl: project.logo_url,
  logoDarkModeUrl: project.logo_dark_mode_url,
  fullLogoUrl: project.full_logo_url,
  fullLogoDarkModeUrl: project.full_logo_dark_mode_url,
  config: {
    signUpEnabled: project.config.sign_up_enabled,
    credentialEnabled: project.config.credential_enabled,
    magicLinkEnabled: project.config.magic_link_enabled,
    passkeyEnabled: project.config.passkey_enabled,
    oauthProviders: project.config.oauth_providers,
  },
})
