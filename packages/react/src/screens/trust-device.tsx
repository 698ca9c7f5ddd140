import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { useShownProject } from '../ui/shown-project.ts'

/**
 * Whether this browser is to be spared the second factor, and the question. It stands above the code, which is sent as
 * soon as it is complete. Without the project's answer, it is not asked.
 */
export function useTrustDevice() {
  const t = useTranslate()
  const [isTrusted, setIsTrusted] = useState(false)
  const shown = useShownProject()
  const isOffered = shown.status === 'ok' && shown.value.config?.trustedDevicesAllowed
  if (!isOffered) return { trustDevice: undefined, question: null }
  return {
    trustDevice: isTrusted || undefined,
    question: (
      <div className="lk-trust">
        <OverlayStyles />
        <Checkbox isChecked={isTrusted} onChange={setIsTrusted}>
          {t('Trust this device for 30 days')}
        </Checkbox>
      </div>
    ),
  }
}
