import type { Problems } from '../data/fields.ts'
import { findIdProblem, suggestId } from '../data/ids.ts'
import { TextField } from '../ui/field.tsx'

export interface NameAndId {
  name: string
  /** Undefined until the ID of a new object is edited. Until then, it follows the name. */
  id: string | undefined
}

export const idOf = ({ name, id }: NameAndId): string => id ?? suggestId(name.trim())

/** Without `taken`, the object exists and keeps its ID. */
export function checkNameAndId(values: NameAndId, taken: readonly string[] | undefined): Problems<NameAndId> {
  if (!values.name.trim()) return { name: 'Enter a name.' }
  return { id: taken && findIdProblem(idOf(values), taken) }
}

interface NameAndIdFieldsProps {
  form: {
    values: NameAndId
    change: (changes: Partial<NameAndId>) => void
    errorOf: (field: keyof NameAndId) => string | undefined
  }
  /** A new object, whose ID cannot change later. */
  isNew: boolean
  placeholder: string
  hint?: string | undefined
}

export function NameAndIdFields({ form, isNew, placeholder, hint }: NameAndIdFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        placeholder={placeholder}
        hint={hint}
        error={form.errorOf('name')}
        value={form.values.name}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      {isNew && (
        <NewIdField value={idOf(form.values)} error={form.errorOf('id')} onChange={(id) => form.change({ id })} />
      )}
    </>
  )
}

interface NewIdFieldProps {
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

export function NewIdField({ value, error, onChange }: NewIdFieldProps) {
  return (
    <TextField
      label="ID"
      isMono
      spellCheck={false}
      hint="Used in your code. It cannot be changed later."
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
