import { type BrandColors, type Branding, completeBranding, defaultBrandColors } from '@latchkey/contract/branding'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { LockedPage } from '../parts/role.tsx'
import { toShownProject } from '../parts/shown-project.ts'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Choices } from '../ui/choices.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ColorField } from '../ui/color-field.tsx'
import { TextField } from '../ui/field.tsx'
import { ImageField } from '../ui/image-field.tsx'
import { useLock } from '../ui/lock.tsx'
import { Card, Section } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { chosenColors, deriveColors, findWarning, hasWarnings, type Mode, toStored } from './look.ts'
import { cssCode, reactCode } from './theme-code.ts'
import './branding.css'

const noBranding: Branding = {}

type LogoField = 'logo_url' | 'logo_dark_mode_url' | 'full_logo_url' | 'full_logo_dark_mode_url'

export default function BrandingPage() {
  const project = useProject()
  const saved = project.branding ?? noBranding
  const { update } = useProjectChanges()
  const draft = useDraft(
    {
      display_name: project.display_name,
      logo_url: project.logo_url,
      logo_dark_mode_url: project.logo_dark_mode_url,
      full_logo_url: project.full_logo_url,
      full_logo_dark_mode_url: project.full_logo_dark_mode_url,
      branding: saved,
    },
    {
      revision: project.revision,
      save: ({ branding, display_name, ...logos }, _, revision) =>
        update(
          {
            ...logos,
            ...(display_name !== undefined && { display_name: display_name.trim() }),
            ...(branding && { branding: toStored(branding) }),
          },
          revision,
        ),
      done: 'The branding was saved. Your app shows it right away.',
      check: ({ display_name }) => ({ display_name: display_name.trim() ? undefined : 'Enter a name.' }),
    },
  )
  const { branding } = draft.values
  const changeBranding = (next: Partial<Branding>) => draft.change({ branding: { ...branding, ...next } })
  const image = (field: LogoField) => ({
    url: draft.values[field],
    onChange: (url: string | null) => draft.change({ [field]: url }),
  })
  return (
    <LockedPage
      changes="settings"
      title="Branding"
      description="How your sign-in pages and this server’s pages look to your users."
    >
      <div className="ui-with-preview branding">
        <div className="ui-stack" data-gap="large">
          <Card title="Name and logos">
            <div className="ui-form">
              <TextField label="Name" hint="Shown on sign-in pages and in emails." {...draft.text('display_name')} />
            </div>
            <div className="branding-logos">
              <ImageField label="Logo" hint="Square. Shown next to the name." {...image('logo_url')} />
              <ImageField label="Logo for dark theme" ground="dark" {...image('logo_dark_mode_url')} />
              <ImageField label="Logo with name" hint="Replaces logo and name." {...image('full_logo_url')} />
              <ImageField label="Logo with name for dark theme" ground="dark" {...image('full_logo_dark_mode_url')} />
            </div>
          </Card>
          <ColorsCard branding={branding} onChange={changeBranding} error={draft.errorOf('branding')} />
          <Card title="Shape and theme" id="shape">
            <Shape branding={branding} onChange={changeBranding} />
          </Card>
          <Card title="Steps" id="steps">
            <Steps branding={branding} onChange={changeBranding} />
          </Card>
        </div>
        <BrandingPreview project={toShownProject({ ...draft.values, config: project.config })} branding={branding} />
      </div>
      <ThemeCode branding={branding} />
      <SaveBar {...draft.bar} />
    </LockedPage>
  )
}

interface PartProps {
  branding: Branding
  onChange: (next: Partial<Branding>) => void
}

/** One color is enough. Each one that follows from it can still be set. */
function ColorsCard({ branding, onChange, error }: PartProps & { error: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card title="Colors" id="colors">
      <div className="ui-form">
        <ColorField
          label="Brand color"
          hint="Sets the colors of buttons and links in both themes, as far as they can be read."
          // Projects that chose before the brand color was stored have only what follows from it.
          value={branding.brand ?? branding.light?.primary}
          fallback={defaultBrandColors.light.primary}
          onChange={(color) => onChange(deriveColors(color, branding))}
        />
      </div>
      <details
        className="branding-details"
        // A warning inside must be seen.
        open={isOpen || hasWarnings(branding)}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>Set each color</summary>
        <p className="ui-hint">Empty fields use the default.</p>
        <div className="branding-colors">
          <Colors mode="light" branding={branding} onChange={onChange} />
          <Colors mode="dark" branding={branding} onChange={onChange} />
        </div>
      </details>
      {error && (
        <p className="ui-error" role="alert">
          {error}
        </p>
      )}
    </Card>
  )
}

function Colors({ mode, branding, onChange }: PartProps & { mode: Mode }) {
  const colors: BrandColors = branding[mode] ?? {}
  const derived = completeBranding({ [mode]: colors })[mode]
  const set = (name: keyof BrandColors, color: string | undefined) => {
    const { [name]: _, ...others } = colors
    const next = color ? { ...others, [name]: color } : others
    onChange({ [mode]: Object.keys(next).length > 0 ? next : undefined })
  }
  return (
    <fieldset className="ui-choices">
      <legend className="ui-label">{mode === 'light' ? 'Light' : 'Dark'}</legend>
      {chosenColors.map(({ name, label }) => (
        <ColorField
          key={name}
          label={label}
          group={mode}
          value={colors[name]}
          fallback={derived?.[name] ?? defaultBrandColors[mode][name]}
          warning={findWarning(mode, name, colors)}
          onChange={(color) => set(name, color)}
        />
      ))}
    </fieldset>
  )
}

const defaultRadius = 10
const modes = [
  { value: 'auto', label: 'Follow the page', hint: 'Matches your app or the device. Recommended.' },
  { value: 'light', label: 'Always light', hint: 'For apps without a dark mode.' },
  { value: 'dark', label: 'Always dark', hint: 'For apps that are always dark.' },
] as const

function Shape({ branding, onChange }: PartProps) {
  const { radius = defaultRadius, mode = 'auto' } = branding
  return (
    <div className="ui-form">
      <div className="ui-field">
        <label className="ui-label" htmlFor="branding-radius">
          Corners
        </label>
        <div className="ui-row">
          <input
            id="branding-radius"
            className="branding-radius"
            type="range"
            min={0}
            max={32}
            value={radius}
            onChange={(event) => onChange({ radius: event.target.valueAsNumber })}
            {...useLock()}
          />
          <output htmlFor="branding-radius">{radius} px</output>
        </div>
      </div>
      <Choices legend="Theme" options={modes} value={mode} onChange={(next) => onChange({ mode: next })} />
    </div>
  )
}

const flows = [
  { value: 'tabs', label: 'Everything at once', hint: 'All sign-in methods on one page.' },
  { value: 'identifier', label: 'Email first', hint: 'The next step shows the sign-in methods.' },
] as const

function Steps({ branding, onChange }: PartProps) {
  const { flow = 'tabs' } = branding
  return (
    <div className="ui-form">
      <Choices
        legend="Sign-in and sign-up"
        options={flows}
        value={flow}
        onChange={(next) => onChange({ flow: next })}
      />
    </div>
  )
}

function ThemeCode({ branding }: { branding: Branding }) {
  const [language, setLanguage] = useState<'react' | 'css'>('react')
  return (
    <Section
      title="In code"
      id="code"
      description="Your app uses this branding automatically. A theme set in code overrides it."
    >
      <Tabs
        label="Language"
        value={language}
        onChange={setLanguage}
        tabs={[
          { value: 'react', label: 'React', content: <CodeBlock title="theme.tsx" code={reactCode(branding)} /> },
          { value: 'css', label: 'CSS', content: <CodeBlock title="theme.css" code={cssCode(branding)} /> },
        ]}
      />
    </Section>
  )
}
