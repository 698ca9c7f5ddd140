import { useId, useState } from 'react'
import type { CurrentUser } from '../hooks/user-types.ts'
import type { Locale } from '../i18n/locales.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { useReportFailure } from '../ui/failures.tsx'

/** Each in its own language, because a reader may not know the one of this page. */
const names: Record<Locale, string> = {
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-ES': 'Español (España)',
  'es-419': 'Español (Latinoamérica)',
  'fr-CA': 'Français (Canada)',
  'fr-FR': 'Français (France)',
  'it-IT': 'Italiano',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

/** The language of emails. That of the page is up to the app. */
export function LanguageRow({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const id = useId()
  const reportFailure = useReportFailure()
  // Shown until it is saved.
  const [wanted, setWanted] = useState<string>()
  const change = async (locale: string) => {
    if (wanted !== undefined) return
    setWanted(locale)
    try {
      await user.update({ locale })
    } catch (error) {
      reportFailure(error)
    } finally {
      setWanted(undefined)
    }
  }
  const value = wanted ?? user.locale ?? ''
  return (
    <section className="lk-section">
      <label className="lk-section-title" htmlFor={id}>
        {t('Language')}
      </label>
      <div className="lk-section-value">
        <p className="lk-section-text">{t('The language of emails to you.')}</p>
      </div>
      <div className="lk-section-action">
        <select
          className="lk-input"
          id={id}
          value={value}
          // Not `disabled`, which would remove the focus from people who choose with the arrow keys.
          aria-disabled={wanted !== undefined || undefined}
          onChange={(event) => void change(event.target.value)}
        >
          {value in names || <option value={value}>{value ? nameOf(value) : t('Not set')}</option>}
          {Object.entries(names).map(([locale, name]) => (
            <option key={locale} value={locale} lang={locale}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}

/** Of a language that an app or a browser has chosen, such as `de-AT`. */
function nameOf(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
}
