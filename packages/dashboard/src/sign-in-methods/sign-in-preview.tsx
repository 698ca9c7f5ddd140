import { completeBranding } from '@latchkey/contract/branding'
import { AuthPage, type AuthPageProps } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useHandlerUrls } from '../data/app-pages.ts'
import { useProject } from '../data/owner.ts'
import { toShownProject } from '../parts/shown-project.ts'
import { buttonLook } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Reading } from '../ui/lock.tsx'
import { Section } from '../ui/page.tsx'
import './sign-in-methods.css'

type Config = NonNullable<AuthPageProps['mockProject']>['config']

/** The sign-in page with these settings. It is not interactive. */
export function SignInPreview({ changes = {} }: { changes?: Partial<Config> }) {
  const project = useProject()
  const { branding } = project
  const [type, setType] = useState<AuthPageProps['type']>('sign-in')
  const shown = toShownProject(project)
  const config = { ...shown.config, ...changes }
  return (
    <aside aria-label="Preview">
      <Section
        title="Preview"
        actions={
          <span className="ui-row">
            <Reading>
              <Select
                label="Previewed page"
                options={{ 'sign-in': 'Sign-in', 'sign-up': 'Sign-up' }}
                value={type}
                onChange={(event) => setType(event.target.value as AuthPageProps['type'])}
              />
            </Reading>
            <TestLink />
          </span>
        }
      >
        <div className="sign-in-preview-page" inert>
          {type === 'sign-up' && !config.signUpEnabled ? (
            <p className="ui-muted">Sign-up is off. Your app shows a message instead of this form.</p>
          ) : (
            <AuthPage
              type={type}
              mockProject={{ ...shown, config, ...(branding && { branding: completeBranding(branding) }) }}
              // If the email comes first, the methods are on the second step.
              mockEmail="ada@example.com"
            />
          )}
        </div>
      </Section>
    </aside>
  )
}

/** A link to the real page in the owner's app. */
function TestLink() {
  const [handler] = useHandlerUrls()
  if (!handler) return null
  return (
    <a {...buttonLook()} href={`${handler}/sign-in`} target="_blank" rel="noreferrer">
      <ExternalLink />
      Open in your app
    </a>
  )
}
