import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button, SubmitButton } from '../ui/button.tsx'

interface FormActionsProps {
  kind?: 'danger'
  label: string
  isBusy: boolean
  onCancel: () => void
}

/** The buttons of an inline form. Those of account settings are bundled with their rows. */
export function FormActions({ kind, label, isBusy, onCancel }: FormActionsProps) {
  const t = useConnectionTranslate()
  return (
    <div className="lk-actions">
      <SubmitButton kind={kind ?? 'primary'} size="small" isBusy={isBusy}>
        {label}
      </SubmitButton>
      <Button size="small" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
