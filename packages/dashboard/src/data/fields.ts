import type { ChangeEvent } from 'react'

export type Problems<Values> = { [Field in keyof Values]?: string | undefined }

interface FieldsOptions<Values extends object> {
  values: Values
  change: (changes: Partial<Values>) => void
  errorOf: (field: keyof Values) => string | undefined
}

/** The properties of the controls that edit some values. */
export function fieldsOf<Values extends object>({ values, change, errorOf }: FieldsOptions<Values>) {
  const set = <Field extends keyof Values>(field: Field, value: Values[Field]) =>
    change({ [field]: value } as unknown as Partial<Values>)
  return {
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
