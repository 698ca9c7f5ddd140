import { useState } from 'react'
import { describeError } from './describe-error.ts'
import { fieldsOf, type Problems } from './fields.ts'
import { type FieldAt, findRefusedFields } from './refused-fields.ts'
import { useAction } from './use-action.ts'

interface FormOptions<Values extends object> {
  initial: Values
  /** Of the initial values, if they are saved ones. Then the fields follow what others save until they are edited. */
  revision?: number | undefined
  /** Messages for fields that need a correction. Shown after the first attempt to submit. */
  check?: ((values: Values) => Problems<Values>) | undefined
  submit: (values: Values, revision: number) => Promise<unknown> | undefined
  /** Shown as a toast on success. */
  done?: ((values: Values) => string | undefined) | undefined
  undo?: ((values: Values, result: never) => Promise<unknown>) | undefined
  /** Where an error of the server is shown: at this field, or at the fields returned for it. Otherwise as a toast. */
  refusal?: keyof Values | ((error: unknown) => Problems<Values> | undefined) | undefined
  /** The field of a setting, if they have different names. */
  fieldAt?: FieldAt<Values> | undefined
  /** Called after a success. */
  onDone?: (() => void) | undefined
}

/** The fields of a form with their errors, submitted once at a time. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, check, submit, done, undo, refusal, fieldAt, onDone } = options
  const [opened] = useState(initial)
  const [edited, setEdited] = useState<{ values: Values; revision: number }>()
  const saved =
    options.revision === undefined ? { values: opened, revision: 0 } : { values: initial, revision: options.revision }
  const { values, revision } = edited ?? saved
  const [hasTried, setHasTried] = useState(false)
  const [refused, setRefused] = useState<Problems<Values>>({})
  const { isBusy, run } = useAction()
  const problems: Problems<Values> = check?.(values) ?? {}

  const showRefusal = (error: unknown) => {
    const atField = typeof refusal === 'function' || refusal === undefined ? undefined : refusal
    const shown =
      (typeof refusal === 'function' ? refusal(error) : undefined) ??
      findRefusedFields(error, values, fieldAt) ??
      (atField && { [atField]: describeError(error) })
    if (shown) setRefused(shown as Problems<Values>)
    return shown !== undefined
  }
  const onSubmit = async () => {
    setHasTried(true)
    if (isBusy || Object.values(problems).some(Boolean)) return
    setRefused({})
    const isDone = await run(async () => submit(values, revision) as Promise<never>, {
      done: done?.(values),
      undo: undo && ((result) => undo(values, result)),
      showError: showRefusal,
    })
    if (isDone) onDone?.()
  }

  const change = (changes: Partial<Values>) =>
    setEdited((before = saved) => ({ ...before, values: { ...before.values, ...changes } }))
  const errorOf = (field: keyof Values) => (hasTried ? problems[field] : undefined) ?? refused[field]
  return {
    values,
    change,
    errorOf,
    /** The properties of a `FormDialog`. */
    dialog: { isBusy, onSubmit: () => void onSubmit() },
    ...fieldsOf({ values, change, errorOf }),
  }
}

/** Undefined if the text looks like an email address. */
export const findEmailProblem = (text: string) =>
  /^\S+@\S+$/.test(text.trim()) ? undefined : 'Enter an email address.'
