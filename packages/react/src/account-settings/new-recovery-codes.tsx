import { useState } from 'react'
import { formatDate } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { useCopy } from '../ui/use-copy.ts'
import type { AuthSectionProps } from './auth.tsx'
import { downloadText, printText } from './text-copies.ts'

interface NewRecoveryCodesProps extends Pick<AuthSectionProps, 'project'> {
  user: Pick<AuthSectionProps['user'], 'id' | 'primaryEmail'>
  codes: readonly string[]
  /** Whether they are a step of their own rather than part of a row. */
  isStep?: boolean
  onEnd: () => unknown
}

/** Shows codes for the only time, until somebody says that they are saved. */
export function NewRecoveryCodes({ codes, user, project, isStep, onEnd }: NewRecoveryCodesProps) {
  const t = useTranslate()
  const lang = useLang()
  const { shown, isCopied, copy } = useCopy<HTMLUListElement>(codes.join('\n'))
  const [isSaved, setIsSaved] = useState(false)
  const title = `${project.displayName}: ${t('Recovery codes')}`
  const text = [
    title,
    user.primaryEmail ?? user.id,
    t('Created {date}', { date: formatDate(new Date(), lang) }),
    '',
    ...codes,
    '',
    t('Each code works once.'),
    '',
  ].join('\n')
  return (
    <div className="lk-recovery">
      <p className="lk-text">
        {t('If you lose your phone, each of these codes signs you in once. Save them now: they are never shown again.')}
      </p>
      <ul ref={shown} className="lk-recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="lk-actions">
        <Button size="small" autoFocus onClick={copy}>
          <span role="status">{isCopied ? t('Copied') : t('Copy')}</span>
        </Button>
        <Button size="small" onClick={() => downloadText(fileNameOf(title), text)}>
          {t('Download')}
        </Button>
        <Button size="small" onClick={() => printText(title, text)}>
          {t('Print')}
        </Button>
      </div>
      <Checkbox isChecked={isSaved} onChange={setIsSaved}>
        {t("I've saved these codes.")}
      </Checkbox>
      <Button kind="primary" size={isStep ? undefined : 'small'} wide={isStep} isDisabled={!isSaved} onClick={onEnd}>
        {isStep ? t('Continue') : t('Done')}
      </Button>
    </div>
  )
}

/** Without what some file systems refuse. */
function fileNameOf(title: string): string {
  return `${title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}.txt`
}
