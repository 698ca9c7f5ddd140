import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TeamForm, type TeamFormProps } from './team-form.tsx'

export interface TeamCreationDialogProps extends Pick<TeamFormProps, 'user' | 'onCreated'> {
  onClose: () => void
}

export function TeamCreationDialog({ user, onCreated, onClose }: TeamCreationDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('Create a team')} onCancel={onClose}>
      <p className="lk-lead">{t("You'll be its first member and can invite others.")}</p>
      <TeamForm user={user} isWide onCreated={onCreated} />
      <div className="lk-dialog-others">
        <Button kind="quiet" wide onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
