import { useState } from 'react'
import { findIdProblem, suggestId } from '../data/ids.ts'
import { TextField } from '../ui/field.tsx'

interface NameAndIdOptions {
  /** As in "An item needs a name." */
  noun: string
  /** Undefined for something new. */
  saved?: { id: string; name: string } | undefined
  taken: readonly string[]
}

/** The name of something, and its ID while it is new: it follows the name until somebody types another one. */
export function useNameAndId({ noun, saved, taken }: NameAndIdOptions) {
  const [typedName, setName] = useState(saved?.name ?? '')
  const [typedId, setId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const name = typedName.trim()
  const id = saved?.id ?? typedId ?? suggestId(name)
  const nameProblem = name ? undefined : `${noun} needs a name.`
  const idProblem = saved ? undefined : findIdProblem(id, taken)
  return {
    id,
    name,
    /** Shows from now on what is wrong. */
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
      hint="How your code refers to it. It cannot be changed later."
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
