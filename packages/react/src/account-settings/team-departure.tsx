import { StatusError } from '@latchkey/sdk'
import { type RefObject, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { useConfirm, useFold } from '../ui/confirm.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import type { TeamPageProps } from './pages.ts'
import { Placeholder, Row } from './row.tsx'
import type { Members } from './use-members.ts'

/** The server keeps the only admin from leaving, if it is asked to. */
export function isRefusedForOnlyAdmin(error: unknown): boolean {
  return error instanceof StatusError && error.statusCode === 409
}

interface LeaveTeamProps extends Pick<TeamPageProps, 'user' | 'team'> {
  members: Members
  membersTitle: RefObject<HTMLHeadingElement | null>
}

export function LeaveTeam({ user, team, members, membersTitle }: LeaveTeamProps) {
  const t = useTranslate()
  const { page } = members
  const [wasRefused, setWasRefused] = useState(false)
  const { button, question } = useConfirm({
    label: t('Leave team'),
    question: t('Leave {team}?', { team: team.displayName }),
    confirmLabel: t('Yes, leave'),
    onConfirm: async () => {
      try {
        await user.leaveTeam(team, { keepAdmin: true })
        // The page does not exist without the membership.
        location.replace('#')
      } catch (error) {
        if (!isRefusedForOnlyAdmin(error)) throw error
        // The other admins may have left since the page was opened.
        if (page) await members.load()
        else setWasRefused(true)
      }
    },
  })
  const isOnlyAdmin = page ? page.is_only_admin : wasRefused
  const canPass = page?.can_change_roles
  if (isOnlyAdmin) {
    return (
      <Row
        title={t('Leave team')}
        value={
          <span role="status">
            {canPass
              ? t("You're the only admin. To leave, make another member an admin or delete the team.")
              : t(
                  "You're the only admin. To leave, ask the people who run this app to make another member an admin, or delete the team.",
                )}
          </span>
        }
        action={
          canPass && (
            <Button size="small" onClick={() => membersTitle.current?.focus()}>
              {t('Choose an admin')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <Row
      title={t('Leave team')}
      value={<Placeholder>{t("You'll lose access to everything in this team.")}</Placeholder>}
      action={button}
    >
      {question}
    </Row>
  )
}

export function DeleteTeam({ team }: Pick<TeamPageProps, 'team'>) {
  const t = useTranslate()
  const fold = useFold()
  return (
    <Row
      title={t('Delete team')}
      value={<Placeholder>{t('Deletes the team for all members.')}</Placeholder>}
      action={
        <Button kind="danger" size="small" autoFocus={fold.wasOpen} onClick={fold.open}>
          {t('Delete team')}
        </Button>
      }
    >
      {fold.isOpen && <DeletionForm team={team} onCancel={fold.close} />}
    </Row>
  )
}

function DeletionForm({ team, onCancel }: Pick<TeamPageProps, 'team'> & { onCancel: () => void }) {
  const t = useTranslate()
  const name = asShown(team.displayName)
  const { form, errors, isBusy } = useForm({
    fields: ['name'],
    check: (values) => ({ name: asShown(values.name) === name ? undefined : t("This isn't the team's name.") }),
    async submit() {
      await team.delete()
      location.replace('#')
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <p className="lk-text">
        {t(
          "All members lose access. The team's data, invitations and API keys are deleted, and its subscriptions end. This can't be undone.",
        )}
      </p>
      <TextField
        name="name"
        label={t('Type “{name}” to confirm', { name })}
        autoComplete="off"
        error={errors.name}
        formError={errors.form}
        autoFocus
      />
      <div className="lk-actions">
        <SubmitButton kind="danger" size="small" isBusy={isBusy}>
          {t('Delete team')}
        </SubmitButton>
        <Button size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Browsers show any white space as one space, which is what people type. */
function asShown(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
