import type { KnownError } from '@latchkey/sdk'
import { type FormEvent, useRef, useState } from 'react'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { describeRefusal } from './failures.tsx'
import { useIsMounted } from './use-action.ts'

export type FormErrors<Name extends string> = { [Key in Name | 'form']?: string | undefined }

type Refusals<Name extends string> = { [Key in Name | 'form']?: string | KnownError | undefined }

interface FormOptions<Name extends string> {
  fields: readonly Name[]
  /** Validates the values before anything is sent. */
  check(values: Record<Name, string>): FormErrors<Name>
  /**
   * Sends the values and returns what is wrong with fields: texts, or the error that the server refused them with. A
   * rejection is shown for the whole form.
   */
  submit(values: Record<Name, string>, form: HTMLFormElement): Promise<Refusals<Name> | undefined>
}

/** What to show for a text or an error. */
export const toText = (why: unknown, t: Translate) => (typeof why === 'string' ? why : describeRefusal(why, t))

/**
 * The inputs are uncontrolled and read when the form is submitted: password managers can fill them freely, and no
 * failure can clear them.
 */
export function useForm<Name extends string>(options: FormOptions<Name>) {
  const t = useTranslate()
  const isMounted = useIsMounted()
  const isSubmitting = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors<Name>>({})

  const showErrors = (refusals: Refusals<Name>, form: HTMLFormElement): boolean => {
    const texts = Object.entries<Refusals<Name>[Name]>(refusals).map(([name, why]) => [name, why && toText(why, t)])
    const found: FormErrors<Name> = Object.fromEntries(texts)
    setErrors(found)
    const first = options.fields.find((name) => found[name])
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    return Object.values(found).some(Boolean)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isSubmitting.current) return
    const data = new FormData(form)
    const values = Object.fromEntries(options.fields.map((name) => [name, String(data.get(name) ?? '')]))
    if (showErrors(options.check(values as Record<Name, string>), form)) return

    isSubmitting.current = true
    setIsBusy(true)
    let found: Refusals<Name> | undefined
    try {
      found = await options.submit(values as Record<Name, string>, form)
    } catch (error) {
      console.error(error)
      found = { form: describeRefusal(error, t) } as Refusals<Name>
    } finally {
      isSubmitting.current = false
    }
    if (!isMounted()) return
    setIsBusy(false)
    showErrors(found ?? {}, form)
  }

  /** Clears a field's error when it is edited. Errors about passwords may also be about the field above. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name, autocomplete } = event.target as HTMLInputElement
    const isPassword = /new-password|username/.test(autocomplete)
    setErrors((current) => {
      const kept = Object.entries(current).filter(
        ([key]) => key !== name && key !== 'form' && !(isPassword && /password/i.test(key)),
      )
      return kept.length === Object.keys(current).length ? current : (Object.fromEntries(kept) as FormErrors<Name>)
    })
  }

  return {
    isBusy,
    errors,
    form: {
      className: 'lk-form',
      // A server-rendered form that is submitted before hydration must not put the password into the URL.
      method: 'post',
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
  }
}
