'use client'

import { useTranslate } from '../i18n/translation.tsx'
import { referenceOf } from './failures.tsx'
import { useCopy } from './use-copy.ts'

/** From a link, which is untrusted, so only what looks like one is shown. */
export function isReference(text: string | undefined): text is string {
  return /^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/.test(text ?? '')
}

/** The reference of the request that failed, if a server has refused it. */
export function ReferenceOf({ error }: { error: unknown }) {
  const reference = referenceOf(error)
  return isReference(reference) ? <Reference reference={reference} /> : null
}

/** What people tell support, and what the dashboard finds the failure by. */
export function Reference({ reference }: { reference: string }) {
  const t = useTranslate()
  const { shown, isCopied, copy } = useCopy<HTMLSpanElement>(reference)
  return (
    <p className="lk-extra">
      <span ref={shown}>{t('Reference: {reference}', { reference })}</span>{' '}
      <button className="lk-link" type="button" aria-label={t('Copy reference')} onClick={() => void copy()}>
        <span role="status">{isCopied ? t('Copied') : t('Copy')}</span>
      </button>
    </p>
  )
}
