import type { Team } from '../hooks/team-hooks.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'

export interface TeamFormProps {
  user: Pick<CurrentUser, 'createTeam'>
  onCreated: (team: Team) => void | Promise<void>
  /** Whether the button is as wide as the form, as on a card. */
  isWide?: boolean
}

/** Creates a team and selects it. */
export function TeamForm({ user, onCreated, isWide }: TeamFormProps) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['name'],
    check: ({ name }) => ({ name: name.trim() ? undefined : t('Enter a name.') }),
    async submit({ name }) {
      await onCreated(await user.createTeam({ displayName: name.trim() }))
      return undefined
    },
  })
  return (
    <form {...form}>
      <TextField
        name="name"
        label={t('Team name')}
        autoComplete="organization"
        hint={t('You can change it later.')}
        error={errors.name}
        formError={errors.form}
        autoFocus
      />
      <div className="lk-form-end">
        <SubmitButton wide={isWide} size={isWide ? undefined : 'small'} isBusy={isBusy}>
          {t('Create team')}
        </SubmitButton>
      </div>
    </form>
  )
}
