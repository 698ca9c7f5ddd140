import type { NotificationCategory } from '@latchkey/sdk'
import { useId, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { useReportFailure } from '../ui/failures.tsx'
import type { SettingsPageProps } from './pages.ts'

/** One switch per category of emails that the app sends. */
export function NotificationsPage({ user }: SettingsPageProps) {
  const t = useTranslate()
  return (
    <>
      <p className="lk-page-text">{t('Choose which emails this app may send you.')}</p>
      {user.useNotificationCategories().map((category) => (
        <CategorySwitch key={category.id} category={category} />
      ))}
    </>
  )
}

function CategorySwitch({ category }: { category: NotificationCategory }) {
  const t = useTranslate()
  const id = useId()
  const reportFailure = useReportFailure()
  // Optimistic: reverted if the server rejects the change.
  const [wanted, setWanted] = useState<boolean>()
  const { canDisable } = category
  const isOn = wanted ?? category.enabled
  const change = async () => {
    if (!canDisable || wanted !== undefined) return
    setWanted(!isOn)
    try {
      await category.setEnabled(!isOn)
    } catch (error) {
      reportFailure(error)
    } finally {
      setWanted(undefined)
    }
  }
  // The two built-in categories are translated; custom ones show their own name.
  const [name, text] =
    category.name === 'Transactional'
      ? [t('Account emails'), t('Sign-in codes, receipts and security messages. They are always sent.')]
      : category.name === 'Marketing'
        ? [t('News and offers'), t('Product news, tips and offers.')]
        : [category.name, canDisable ? undefined : t('These are always sent.')]
  return (
    <div className="lk-section">
      <label className="lk-section-title" htmlFor={id}>
        {name}
      </label>
      <div className="lk-section-value">
        <span className="lk-placeholder" id={`${id}-text`}>
          {text}
        </span>
      </div>
      <div className="lk-section-action">
        <input
          className="lk-switch"
          type="checkbox"
          role="switch"
          id={id}
          checked={isOn}
          aria-checked={isOn}
          aria-disabled={canDisable ? undefined : true}
          aria-describedby={text ? `${id}-text` : undefined}
          onChange={() => void change()}
        />
      </div>
    </div>
  )
}
