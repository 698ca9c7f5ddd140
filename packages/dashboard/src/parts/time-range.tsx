import { useState } from 'react'
import { startOfDay } from '../data/days.ts'
import { type RangeName, rangeNames, type Times } from '../data/time-range.ts'
import { SelectField } from '../ui/field.tsx'
import { DayFilters } from './list-filters.tsx'

const hourMillis = 3_600_000
const lengths: Record<RangeName, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 }
const labels: Record<RangeName, string> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
}

interface TimeRangeProps extends Times {
  onChange: (times: Times) => void
}

/** The period of a list: one of the presets, or days of its own. */
export function TimeRange({ range, from, until, onChange }: TimeRangeProps) {
  const [isCustom, setIsCustom] = useState(Boolean(from ?? until))
  const isShown = isCustom || Boolean(from ?? until)
  return (
    <>
      <SelectField
        label="Time"
        options={{ '': 'All time', ...labels, custom: 'Custom' }}
        value={range ?? (isShown ? 'custom' : '')}
        onChange={({ target }) => {
          setIsCustom(target.value === 'custom')
          const preset = rangeNames.find((name) => name === target.value)
          onChange({ range: preset, from: undefined, until: undefined })
        }}
      />
      {isShown && !range && <DayFilters from={from} until={until} onChange={onChange} />}
    </>
  )
}

/** Query parameters for the API. Days start at midnight in the browser's time zone. */
export function toTimes({ range, from, until }: Times, now: number) {
  if (range) return { from_millis: now - lengths[range] * hourMillis, until_millis: undefined }
  return {
    from_millis: from ? Math.max(0, startOfDay(from).getTime()) : undefined,
    until_millis: until ? Math.max(0, startOfDay(until, 1).getTime()) : undefined,
  }
}

/** When a range was chosen, which is its end: it must not move with every render. */
export function useRangeStart(range: RangeName | undefined): number {
  const [chosen, setChosen] = useState(() => ({ range, now: Date.now() }))
  if (chosen.range !== range) setChosen({ range, now: Date.now() })
  return chosen.now
}
