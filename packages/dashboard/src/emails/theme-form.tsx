import type { EmailThemeDocument } from '@latchkey/contract'
import { ColorField } from '../ui/color-field.tsx'
import { SelectField, SwitchField, TextArea, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

type Colors = EmailThemeDocument['colors']

interface ThemeFormProps {
  theme: EmailThemeDocument
  onChange: (theme: EmailThemeDocument) => void
}

const colorLabels: Readonly<Record<keyof Colors, string>> = {
  background: 'Background',
  card: 'Card',
  text: 'Text',
  muted: 'Secondary text',
  border: 'Lines',
  link: 'Links',
}

/** Where a new dark variant starts. */
const darkDefaults: Colors = {
  background: '#0e0f12',
  card: '#15171b',
  text: '#f3f1ed',
  muted: '#9a978f',
  border: '#2a2d33',
  link: '#e0b266',
}

const limits = { width: [320, 800], radius: [0, 32] } as const

const isWithin = (value: number, [min, max]: readonly [number, number]) =>
  Number.isInteger(value) && value >= min && value <= max

export const isThemeValid = ({ width, radius }: EmailThemeDocument) =>
  isWithin(width, limits.width) && isWithin(radius, limits.radius)

/** The look around every email as a form. */
export function ThemeForm({ theme, onChange }: ThemeFormProps) {
  const { colors, darkColors, font, header, footer = '' } = theme
  const set = (changes: Partial<EmailThemeDocument>) => onChange({ ...theme, ...changes })
  const { darkColors: _, ...withoutDark } = theme
  return (
    <>
      <Card title="Colors" description="Buttons have the colors of your branding.">
        <ColorGroup group="light" colors={colors} onChange={(next) => set({ colors: next })} />
        <SwitchField
          label="Custom colors in dark mode"
          hint="Used on devices set to dark mode."
          checked={darkColors !== undefined}
          onChange={(isOn) => onChange(isOn ? { ...theme, darkColors: darkDefaults } : withoutDark)}
        />
        {darkColors && <ColorGroup group="dark" colors={darkColors} onChange={(next) => set({ darkColors: next })} />}
      </Card>
      <Card title="Shape and text">
        <div className="emails-theme-fields">
          <SelectField
            label="Font"
            options={{ system: 'System', serif: 'Serif', mono: 'Monospace' }}
            value={font}
            onChange={({ target }) => set({ font: target.value as EmailThemeDocument['font'] })}
          />
          <SelectField
            label="Header"
            options={{ 'logo-and-name': 'Logo and name', logo: 'Logo', name: 'Name', none: 'Nothing' }}
            value={header}
            onChange={({ target }) => set({ header: target.value as EmailThemeDocument['header'] })}
          />
          <PixelField label="Width" range={limits.width} value={theme.width} onChange={(width) => set({ width })} />
          <PixelField
            label="Corners"
            range={limits.radius}
            value={theme.radius}
            onChange={(radius) => set({ radius })}
          />
        </div>
        <TextArea
          label="Footer (optional)"
          hint="Such as your postal address. May contain {{projectDisplayName}}."
          rows={3}
          maxLength={1000}
          value={footer}
          onChange={({ target }) => {
            const { footer: _old, ...withoutFooter } = theme
            onChange(target.value ? { ...theme, footer: target.value } : withoutFooter)
          }}
        />
      </Card>
    </>
  )
}

interface ColorGroupProps {
  group: 'light' | 'dark'
  colors: Colors
  onChange: (colors: Colors) => void
}

function ColorGroup({ group, colors, onChange }: ColorGroupProps) {
  return (
    <fieldset className="ui-choices emails-theme-fields">
      <legend className="ui-label">{group === 'light' ? 'Light' : 'Dark'}</legend>
      {(Object.keys(colorLabels) as (keyof Colors)[]).map((name) => (
        <ColorField
          key={name}
          label={colorLabels[name]}
          group={group}
          value={colors[name]}
          fallback={colors[name]}
          onChange={(color) => color && onChange({ ...colors, [name]: color })}
        />
      ))}
    </fieldset>
  )
}

interface PixelFieldProps {
  label: string
  range: readonly [min: number, max: number]
  value: number
  onChange: (value: number) => void
}

function PixelField({ label, range, value, onChange }: PixelFieldProps) {
  const [min, max] = range
  return (
    <TextField
      label={`${label} in pixels`}
      type="number"
      min={min}
      max={max}
      error={isWithin(value, range) ? undefined : `Enter a number from ${min} to ${max}.`}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  )
}
