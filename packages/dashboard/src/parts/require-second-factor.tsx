import { Suspense } from 'react'
import { useData } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { ErrorHidden } from '../error-hidden.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { formatTime } from '../ui/time.tsx'

const dayMillis = 86_400_000
const delays = [
  [0, 'At once'],
  [7, 'In 7 days'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
] as const

interface RequireDialogProps {
  /** Of all users if there is none. */
  teamId?: string
  onClose: () => void
  /** Null: at once. */
  onRequire: (fromMillis: number | null) => Promise<unknown>
}

/** Says whom it concerns before a second factor is required. */
export function RequireDialog({ teamId, onClose, onRequire }: RequireDialogProps) {
  const form = useForm({
    initial: { days: 0 },
    submit: ({ days }) => onRequire(days ? Date.now() + days * dayMillis : null),
    done: () => 'A second factor is required.',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Require a second factor?"
      description={`${teamId ? 'Members' : 'Users'} who have none must set one up before they can do anything else. Those who are signed in are asked right away.`}
      onClose={onClose}
      action="Require it"
    >
      <ErrorHidden>
        <Suspense fallback={<p className="ui-hint">Counting…</p>}>
          <Concerned teamId={teamId} />
        </Suspense>
      </ErrorHidden>
      <SelectField
        label="From"
        hint="Until then they see a notice in their account settings."
        options={delays}
        {...form.text('days')}
      />
    </FormDialog>
  )
}

function Concerned({ teamId }: { teamId: string | undefined }) {
  const query = teamId ? { team_id: teamId } : {}
  const { counted_users, users_without, has_more } = useData('GET /internal/second-factor', { query })
  const noun = teamId ? 'member' : 'user'
  const all = `${has_more ? 'the first ' : ''}${counted_users.toLocaleString('en')} ${noun}${counted_users === 1 ? '' : 's'}`
  return (
    <p role="status">
      {users_without === 0 && !has_more
        ? `All ${noun}s have a second factor.`
        : `${users_without.toLocaleString('en')} of ${all} ${users_without === 1 ? 'has' : 'have'} none.`}
    </p>
  )
}

/** "Required", or "Required from 1 March 2027 on". */
export function describeRequirement(fromMillis: number | null): string {
  return fromMillis !== null && fromMillis > Date.now() ? `Required from ${formatTime(fromMillis)} on` : 'Required'
}
