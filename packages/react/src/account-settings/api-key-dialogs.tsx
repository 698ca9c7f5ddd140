import type { ApiKey } from '@latchkey/sdk'
import { useId, useState } from 'react'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useForm } from '../ui/use-form.ts'
import type { ApiKeysProps } from './api-keys.tsx'

export interface CreateKeyDialogProps extends Pick<ApiKeysProps, 'create'> {
  onClose: () => void
}

const lifetimes: readonly [unit: 'day' | 'year', count: number, days: number][] = [
  ['day', 1, 1],
  ['day', 7, 7],
  ['day', 30, 30],
  ['day', 90, 90],
  ['year', 1, 365],
]

/** Asks for the description first, then shows the new key once. */
export function CreateKeyDialog({ create, onClose }: CreateKeyDialogProps) {
  const t = useTranslate()
  const lang = useLang()
  const id = useId()
  const [key, setKey] = useState<string>()
  const { form, errors, isBusy } = useForm({
    fields: ['description', 'days'],
    check: ({ description }) => ({ description: description.trim() ? undefined : t('Enter a description.') }),
    async submit({ description, days }) {
      const expiresAt = days ? new Date(Date.now() + Number(days) * 86_400_000) : null
      setKey((await create({ description: description.trim(), expiresAt })).value)
      return undefined
    },
  })
  if (key) return <NewKeyDialog value={key} onClose={onClose} />
  return (
    <Dialog title={t('Create API key')} onCancel={onClose}>
      <form {...form}>
        <TextField
          name="description"
          label={t('Description')}
          autoComplete="off"
          hint={t('What will you use this key for?')}
          error={errors.description}
          autoFocus
        />
        <label className="lk-label" htmlFor={id}>
          {t('Expires after')}
        </label>
        <select className="lk-input" id={id} name="days" defaultValue="30">
          {lifetimes.map(([unit, count, days]) => (
            <option key={days} value={days}>
              {new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count)}
            </option>
          ))}
          <option value="">{t('Never')}</option>
        </select>
        <p className="lk-note" data-kind="error" role="alert">
          {errors.form}
        </p>
        <SubmitButton wide isBusy={isBusy}>
          {t('Create API key')}
        </SubmitButton>
        <Button kind="quiet" wide onClick={onClose}>
          {t('Cancel')}
        </Button>
      </form>
    </Dialog>
  )
}

function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useTranslate()
  const { shown, isCopied, copy } = useCopy<HTMLInputElement>(value)
  const [isSafe, setIsSafe] = useState(false)
  return (
    <Dialog title={t('Your new API key')}>
      <p className="lk-lead">{t("Copy it now. You won't be able to see it again.")}</p>
      <div className="lk-new-key">
        <input
          ref={shown}
          className="lk-input"
          readOnly
          value={value}
          aria-label={t('Your new API key')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button autoFocus onClick={copy}>
          <span role="status">{isCopied ? t('Copied') : t('Copy')}</span>
        </Button>
      </div>
      <Checkbox isChecked={isSafe} onChange={setIsSafe}>
        {t("I've stored the key in a safe place.")}
      </Checkbox>
      <Button kind="primary" wide isDisabled={!isSafe} onClick={onClose}>
        {t('Done')}
      </Button>
    </Dialog>
  )
}

export interface RevokeKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const t = useTranslate()
  const [isUnderstood, setIsUnderstood] = useState(false)
  const revoke = async () => {
    await apiKey.revoke()
    onClose()
  }
  return (
    <Dialog title={t('Revoke “{name}”?', { name: apiKey.description })} onCancel={onClose}>
      <p className="lk-lead">{t("Everything that uses this key will stop working. This can't be undone.")}</p>
      <Checkbox isChecked={isUnderstood} onChange={setIsUnderstood}>
        {t('I understand that the key will stop working.')}
      </Checkbox>
      <Button kind="danger" wide isDisabled={!isUnderstood} onClick={revoke}>
        {t('Revoke key')}
      </Button>
      <div className="lk-dialog-others">
        <Button kind="quiet" wide autoFocus onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
