import './list-filters.css'
import { useTypedSearch } from '../data/use-typed-search.ts'
import { SearchField, TextField } from '../ui/field.tsx'

interface TypedSearchProps {
  label: string
  value: string | undefined
  onChange: (text: string) => void
}

/** The search field of a list, which filters when typing pauses. */
export function TypedSearch({ label, value = '', onChange }: TypedSearchProps) {
  const [text, setText] = useTypedSearch(value, onChange)
  return <SearchField label={label} value={text} onChange={(event) => setText(event.target.value)} />
}

interface DayFiltersProps {
  /** Inclusive days such as `2026-03-31`. */
  from: string | undefined
  until: string | undefined
  onChange: (changes: { from?: string; until?: string }) => void
}

export function DayFilters({ from, until, onChange }: DayFiltersProps) {
  const today = new Date().toLocaleDateString('sv')
  return (
    <>
      <TextField
        label="From"
        type="date"
        max={until ?? today}
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="Until"
        type="date"
        max={today}
        min={from}
        value={until ?? ''}
        onChange={(event) => onChange({ until: event.target.value })}
      />
    </>
  )
}
