import { useState } from 'react'
import { findIdProblem, suggestId } from '../data/ids.ts'
import { TextField } from '../ui/field.tsx'

interface NameAndIdOptions {
  /** Undefined for a new object. */
  saved?: { id: string; name: string } | undefined
  taken: readonly string[]
}

/** Name and ID fields. The ID of a new object follows the name until it is edited, and cannot change later. */
export function useNameAndId({ saved, taken }: NameAndIdOptions) {
  const [typedName, setName] = useState(saved?.name ?? '')
  const [typedId, setId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const name = typedName.trim()
  const id = saved?.id ?? typedId ?? suggestId(name)
  const nameProblem = name ? undefined : 'Enter a name.'
  const idProblem = saved ? undefined : findIdProblem(id, taken)
  return {
    id,
    name,
    /** Validates, and shows errors from now on. */
    check: () => {
      setHasTried(true)
      return !(nameProblem || idProblem)
    },
    fields: {
      name: { value: typedName, error: hasTried ? nameProblem : undefined, onChange: setName },
      id: saved ? undefined : { value: id, error: hasTried && !nameProblem ? idProblem : undefined, onChange: setId },
    },
  }
}

interface NameAndIdFieldsProps {
  fields: ReturnType<typeof useNameAndId>['fields']
  placeholder: string
  hint?: string | undefined
}

export function NameAndIdFields({ fields: { name, id }, placeholder, hint }: NameAndIdFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        placeholder={placeholder}
        hint={hint}
        error={name.error}
        value={name.value}
        onChange={(event) => name.onChange(event.target.value)}
      />
      {id && <NewIdField {...id} />}
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
