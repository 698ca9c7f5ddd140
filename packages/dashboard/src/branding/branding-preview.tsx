import { type Branding, completeBranding } from '@latchkey/contract/branding'
import { AuthPage, type AuthPageProps } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { useState } from 'react'
import { Select } from '../ui/field.tsx'
import { Reading } from '../ui/lock.tsx'
import { Section } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Mode } from './look.ts'

interface PreviewProps {
  project: NonNullable<AuthPageProps['mockProject']>
  branding: Branding
}

const modes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

const steps = { email: 'Email', methods: 'Sign-in methods' }

/** The sign-in page in both themes and steps, rendered by the components that apps use. It is not interactive. */
export function BrandingPreview({ project, branding }: PreviewProps) {
  const { mode: only, ...complete } = completeBranding(branding)
  const [chosen, setChosen] = useState<Mode>('light')
  const [step, setStep] = useState<string>('email')
  const hasSteps =
    branding.flow === 'identifier' && (project.config.credentialEnabled || project.config.magicLinkEnabled)
  return (
    <aside aria-label="Preview">
      <Section
        title="Preview"
        actions={
          hasSteps && (
            <Reading>
              <Select
                label="Previewed step"
                options={steps}
                value={step}
                onChange={(event) => setStep(event.target.value)}
              />
            </Reading>
          )
        }
      >
        <Tabs
          label="Theme"
          value={only === 'light' || only === 'dark' ? only : chosen}
          onChange={setChosen}
          tabs={modes
            .filter(([mode]) => only === undefined || only === 'auto' || only === mode)
            .map(([mode, label]) => ({
              value: mode,
              label,
              content: (
                <div className="branding-preview" data-mode={mode} inert>
                  <AuthPage
                    key={step}
                    type="sign-in"
                    mockProject={{ ...project, branding: { ...complete, mode } }}
                    mockEmail={step === 'methods' ? 'ada@example.com' : undefined}
                  />
                </div>
              ),
            }))}
        />
      </Section>
    </aside>
  )
}
