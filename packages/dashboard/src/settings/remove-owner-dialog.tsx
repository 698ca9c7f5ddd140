import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type RowOf, reloadOwn, useAll, useApi, useOwnedProjects } from '../data/data.ts'
import { useOwner, useProject } from '../data/owner.ts'
import { nameOwner, type ProjectOwner } from '../data/project-owners.ts'
import { useForm } from '../data/use-form.ts'
import { useMay } from '../parts/role.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { formatRelative } from '../ui/relative-time.ts'

interface RemoveOwnerProps {
  owner: ProjectOwner
  onClose: () => void
}

/** Opens once the owner's keys are loaded. */
export function RemoveOwnerDialog(props: RemoveOwnerProps) {
  return <Suspense>{useMay()('owners') ? <WithKeys {...props} /> : <RemoveForm {...props} keys={[]} />}</Suspense>
}

type Keys = RowOf<'GET /internal/owners/{user_id}/keys'>[]

function WithKeys(props: RemoveOwnerProps) {
  const keys = useAll('GET /internal/owners/{user_id}/keys', { params: { user_id: props.owner.user_id } })
  return <RemoveForm {...props} keys={keys} />
}

function RemoveForm({ owner, keys, onClose }: RemoveOwnerProps & { keys: Keys }) {
  const project = useProject()
  const { call, reload } = useApi()
  const navigate = useNavigate()
  const isMe = owner.user_id === useOwner().id
  const projects = useOwnedProjects().filter(({ owner_team_id }) => owner_team_id === project.owner_team_id)
  const names = new Intl.ListFormat('en').format(projects.map(({ display_name }) => display_name))
  const form = useForm({
    initial: { revokesKeys: keys.length > 0 },
    submit: async ({ revokesKeys }) => {
      const query = revokesKeys ? { revoke_keys: 'true' as const } : {}
      await call('DELETE /internal/owners/{user_id}', { params: { user_id: owner.user_id }, query })
      if (!isMe) return reload()
      await navigate({ to: '/projects' })
      await reloadOwn()
    },
    done: () => (isMe ? 'You have left the project.' : `${nameOwner(owner)} was removed.`),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={isMe ? 'Leave this project?' : `Remove ${nameOwner(owner)}?`}
      description={`${isMe ? 'You lose' : 'They lose'} access to ${names} immediately. ${isMe ? 'Your' : 'Their'} pending invitations expire.`}
      action={isMe ? 'Leave project' : 'Remove owner'}
      isDanger
      onClose={onClose}
    >
      {keys.length > 0 && (
        <>
          <ul className="ui-list owners-keys" aria-label="Keys they created">
            {keys.map((key) => (
              <li key={key.id}>
                <strong>{key.description || 'Unnamed'}</strong>{' '}
                <span className="ui-muted">
                  in {key.project_display_name},{' '}
                  {key.last_used_at_millis
                    ? `last used ${formatRelative(new Date(key.last_used_at_millis), Date.now())}`
                    : 'never used'}
                </span>
              </li>
            ))}
          </ul>
          <Choice
            type="checkbox"
            label={keys.length === 1 ? 'Revoke this key set' : `Revoke these ${keys.length} key sets`}
            hint="Apps and servers that use them stop working immediately. If you keep them, anyone with a copy can still use them."
            {...form.flag('revokesKeys')}
          />
        </>
      )}
      {project.owner_role === 'owner' && (
        <p className="ui-hint">
          {keys.length === 0 && 'No known keys. '}
          Keys created before creators were recorded are not listed. Check the API keys page.
        </p>
      )}
    </FormDialog>
  )
}
