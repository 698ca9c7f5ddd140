import { type ChangeEvent, useState } from 'react'
import { describeError } from './describe-error.ts'
import { useAction } from './use-action.ts'

export type Problems<Values> = { [Field in keyof Values]?: string | undefined }

interface FormOptions<Values extends object> {
  initial: Values
  /** Messages for fields that need a correction. Shown after the first attempt to submit. */
  check?: ((values: Values) => Problems<Values>) | undefined
  submit: (values: Values) => Promise<unknown> | undefined
  /** Shown as a toast on success. */
  done?: ((values: Values) => string | undefined) | undefined
  undo?: ((values: Values) => Promise<unknown>) | undefined
  /** Where an error of the server is shown: at this field, or at the fields returned for it. Otherwise as a toast. */
  refusal?: keyof Values | ((error: unknown) => Problems<Values> | undefined) | undefined
  /** Called after a success. */
  onDone?: (() => void) | undefined
}

/** The fields of a form with their errors, submitted once at a time. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, check, submit, done, undo, refusal, onDone } = options
  const [values, setValues] = useState(initial)
  const [hasTried, setHasTried] = useState(false)
  const [refused, setRefused] = useState<Problems<Values>>({})
  const { isBusy, run } = useAction()
  const problems: Problems<Values> = check?.(values) ?? {}

  const showRefusal = (error: unknown) => {
    if (refusal === undefined) return false
    const shown = typeof refusal === 'function' ? refusal(error) : { [refusal]: describeError(error) }
    if (shown) setRefused(shown as Problems<Values>)
    return shown !== undefined
  }
  const onSubmit = async () => {
    setHasTried(true)
    if (isBusy || Object.values(problems).some(Boolean)) return
    setRefused({})
    const isDone = await run(async () => submit(values), {
      done: done?.(values),
      undo: undo && (() => undo(values)),
      showError: showRefusal,
    })
    if (isDone) onDone?.()
  }

  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const set = <Field extends keyof Values>(field: Field, value: Values[Field]) =>
    change({ [field]: value } as unknown as Partial<Values>)
  const errorOf = (field: keyof Values) => (hasTried ? problems[field] : undefined) ?? refused[field]
  return {
    values,
    change,
    errorOf,
    /** The properties of a `FormDialog`. */
    dialog: { isBusy, onSubmit: () => void onSubmit() },
    /** The properties of a text or select field. */
    text: <Field extends FieldsOf<Values, string | number>>(field: Field) => ({
      value: values[field] as string | number,
      error: errorOf(field),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set(field, (typeof values[field] === 'number' ? Number(target.value) : target.value) as Values[Field]),
    }),
    /** The properties of a checkbox or switch. */
    flag: <Field extends FieldsOf<Values, boolean>>(field: Field) => ({
      checked: values[field] as boolean,
      onChange: (isOn: boolean) => set(field, isOn as Values[Field]),
    }),
    /** The properties of one radio button. */
    option: <Field extends keyof Values>(field: Field, value: Values[Field]) => ({
      type: 'radio' as const,
      name: String(field),
      checked: values[field] === value,
      onChange: () => set(field, value),
    }),
    /** The properties of one checkbox of a set. */
    entry: <Field extends FieldsOf<Values, ReadonlySet<string>>>(field: Field, entry: string) => ({
      type: 'checkbox' as const,
      checked: (values[field] as ReadonlySet<string>).has(entry),
      onChange: (isIn: boolean) => {
        const next = new Set(values[field] as ReadonlySet<string>)
        if (isIn) next.add(entry)
        else next.delete(entry)
        set(field, next as unknown as Values[Field])
      },
    }),
    /** The properties of a picker. */
    pick: <Field extends keyof Values>(field: Field) => ({
      picked: values[field],
      error: errorOf(field),
      onPick: (value: Values[Field]) => set(field, value),
    }),
  }
}

type FieldsOf<Values, T> = { [Field in keyof Values]: Values[Field] extends T ? Field : never }[keyof Values]

/** Undefined if the text looks like an email address. */
export const findEmailProblem = (text: string) =>
  /^\S+@\S+$/.test(text.trim()) ? undefined : 'Enter an email address.'
