import { SelectField, TextField } from '../ui/field.tsx'
import type { Price } from './catalog.ts'

export type Interval = NonNullable<Price['interval']>
const units = ['day', 'week', 'month', 'year'] as const

/** The typed number and a unit. No unit means never. */
export interface IntervalText {
  count: string
  unit: Interval[1] | ''
}

export const toIntervalText = (interval: Interval | undefined): IntervalText =>
  interval ? { count: String(interval[0]), unit: interval[1] } : { count: '1', unit: '' }

/** Undefined for never, null for an invalid number. */
export function readInterval({ count, unit }: IntervalText): Interval | undefined | null {
  if (!unit) return undefined
  return /^[1-9]\d{0,2}$/.test(count.trim()) ? [Number(count), unit] : null
}

export const findIntervalProblem = (text: IntervalText) =>
  readInterval(text) === null ? 'Enter a number from 1 to 999.' : undefined

interface IntervalFieldProps {
  label: string
  /** The label for no interval, such as "Once". */
  never: string
  hint?: string | undefined
  value: IntervalText
  error: string | undefined
  onChange: (value: IntervalText) => void
}

export function IntervalField({ label, never, hint, value, error, onChange }: IntervalFieldProps) {
  const nameOf = (unit: string) => `Every ${Number(value.count) > 1 ? `${value.count} ${unit}s` : unit}`
  return (
    <div className="payments-interval">
      <SelectField
        label={label}
        hint={hint}
        options={[['', never], ...units.map((unit) => [unit, nameOf(unit)] as const)]}
        value={value.unit}
        onChange={(event) => onChange({ ...value, unit: event.target.value as IntervalText['unit'] })}
      />
      {value.unit && (
        <TextField
          label={`Number of ${value.unit}s`}
          inputMode="numeric"
          value={value.count}
          error={error}
          onChange={(event) => onChange({ ...value, count: event.target.value })}
        />
      )}
    </div>
  )
}
