import { type Branding, completeBranding } from '@latchkey/contract/branding'
import { AuthPage, type AuthPageProps } from '@latchkey/react'
import '@latchkey/react/styles.css'
import type { Mode } from './look.ts'

interface PreviewProps {
  project: NonNullable<AuthPageProps['mockProject']>
  branding: Branding
}

/** The sign-in page in both modes, rendered by the components that apps use. It is not interactive. */
export function BrandingPreview({ project, branding }: PreviewProps) {
  const complete = completeBranding(branding)
  const shown = (mode: Mode) => ({ ...project, branding: { ...complete, mode } })
  return (
    <div className="branding-preview">
      {(['light', 'dark'] as const).map((mode) => (
        <figure key={mode} data-mode={mode}>
          <figcaption className="ui-caption">{mode === 'light' ? 'Light' : 'Dark'}</figcaption>
          <div inert>
            <AuthPage type="sign-in" mockProject={shown(mode)} />
          </div>
        </figure>
      ))}
    </div>
  )
}
