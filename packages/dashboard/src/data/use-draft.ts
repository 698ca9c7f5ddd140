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
  // With the revision of the first edit, so that a save never overwrites what others have changed while editing.
  const [edit, setEdit] = useState<{ fields: Partial<T>; revision: number | undefined }>()
  const edited: Partial<T> = edit?.fields ?? {}
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const values = { ...saved, ...edited }
  // Without what others have saved with the same value.
  const changes = pickKeys(edited, (key, value) => !isSame(value, saved[key]))
  const isChanged = Object.keys(changes).length > 0
  const problems: Problems<T> = check?.(values) ?? {}
  const change = (next: Partial<T>) => {
    setEdit((current) => {
      // A field that was changed back follows others again.
      const fields = pickKeys({ ...current?.fields, ...next }, (key, value) => !isSame(value, saved[key]))
      return Object.keys(fields).length > 0 ? { fields, revision: current?.revision ?? options.revision } : undefined
    })
    setRefused({})
  }
  const keepOnly = (isKept: (key: keyof T, value: unknown) => boolean) => {
    setEdit((current) => {
      const fields = pickKeys(current?.fields ?? {}, isKept)
      return Object.keys(fields).length > 0 ? { fields, revision: undefined } : undefined
    })
    setRefused({})
    setHasTried(false)
  }
  const discard = () => keepOnly(() => false)
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
    const isDone = await run(() => save(changes, values, edit?.revision ?? options.revision ?? 0) as Promise<never>, {
      done,
      undo,
      showError: (error) => showError?.(error) || showRefused(error),
    })
    // What was edited again during the save is still to be saved, on top of what the save has made.
    if (isDone) keepOnly((key, value) => !isSame(value, values[key]))
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

function pickKeys<T extends object>(of: Partial<T>, matches: (key: keyof T, value: unknown) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(of).filter(([key, value]) => matches(key as keyof T, value))) as Partial<T>
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a, listSets) === JSON.stringify(b, listSets)
const listSets = (_key: string, value: unknown) => (value instanceof Set ? [...value].sort() : value)
