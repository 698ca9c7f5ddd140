import { useState } from 'react'
import { fieldsOf, type Problems } from './fields.ts'
import { type FieldAt, findRefusedFields } from './refused-fields.ts'
import { useAction } from './use-action.ts'

interface DraftOptions<T extends object> {
  /** Of the saved value, if it is a setting of the project. */
  revision?: number | undefined
  /** Receives the fields that differ from the saved value, all fields, and the revision when editing started. */
  save: (changes: Partial<T>, values: T, revision: number) => Promise<unknown>
  /** Shown as a toast on success. */
  done?: string | undefined
  undo?: ((result: never) => Promise<unknown>) | undefined
  /** Shows an error in its own place. Returns false if it belongs into a toast. */
  showError?: ((error: unknown) => boolean) | undefined
  /** The field of a setting, if they have different names. */
  fieldAt?: FieldAt<T> | undefined
  /** Messages for fields that need a correction. Nothing is saved while there are any. */
  check?: ((draft: T) => Problems<T>) | undefined
  /** Shows the messages only after the first attempt to save. */
  isCheckedOnSave?: boolean | undefined
}

/** Unsaved edits on top of the saved value. Fields you have not edited follow changes made elsewhere. */
export function useDraft<T extends object>(saved: T, options: DraftOptions<T>) {
  const { save, done, undo, showError, fieldAt, check, isCheckedOnSave = false } = options
  const [edited, setEdited] = useState<Partial<T>>({})
  // From the first edit on, so that a save never overwrites what others have changed while editing.
  const [revision, setRevision] = useState<number>()
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const keys = (Object.keys(edited) as (keyof T)[]).filter((key) => !isSame(edited[key], saved[key]))
  const values = { ...saved, ...edited }
  const changes = Object.fromEntries(keys.map((key) => [key, edited[key]])) as Partial<T>
  const isChanged = keys.length > 0
  const problems: Problems<T> = check?.(values) ?? {}
  const change = (next: Partial<T>) => {
    setEdited((current) => ({ ...current, ...next }))
    setRevision((current) => current ?? options.revision)
    setRefused({})
  }
  const discard = () => {
    setEdited({})
    setRevision(undefined)
    setRefused({})
    setHasTried(false)
  }
  const [refused, setRefused] = useState<Problems<T>>({})
  const showRefused = (error: unknown) => {
    const found = findRefusedFields(error, values, fieldAt)
    if (found) setRefused(found)
    return found !== undefined
  }
  const errorOf = (field: keyof T) => (isCheckedOnSave && !hasTried ? undefined : problems[field]) ?? refused[field]
  /** Shows the messages. Returns whether there are none. */
  const checkAll = () => {
    setHasTried(true)
    return !Object.values(problems).some(Boolean)
  }
  /** Resolves to whether it was saved. */
  const saveChanges = async () => {
    if (isBusy || !checkAll()) return false
    const isDone = await run(() => save(changes, values, revision ?? options.revision ?? 0) as Promise<never>, {
      done,
      undo,
      showError: (error) => showError?.(error) || showRefused(error),
    })
    if (isDone) discard()
    return isDone
  }
  return {
    values,
    isChanged,
    isBusy,
    change,
    save: saveChanges,
    check: checkAll,
    errorOf,
    /** The properties of a `SaveBar` or `SaveCard`. */
    bar: { isChanged, isBusy, onSave: () => void saveChanges(), onDiscard: discard },
    ...fieldsOf({ values, change, errorOf }),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
