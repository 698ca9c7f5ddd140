import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useData } from '../data/data.ts'
import { useOwnedProjects, useOwner, useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useMay } from '../parts/role.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { formatRelative } from '../ui/relative-time.ts'
import { nameOwner, type ProjectOwner } from './owners.ts'

/** Opens once the owner's keys are loaded. */
export function RemoveOwnerDialog(props: { owner: ProjectOwner; onClose: () => void }) {
  return <Suspense>{useMay()('owners') ? <WithKeys {...props} /> : <RemoveForm {...props} keys={[]} />}</Suspense>
}

type Keys = Awaited<ReturnType<typeof listKeys>>

const listKeys = async ({ call }: ReturnType<typeof useStores>, userId: string) =>
  (await call('GET /internal/owners/{user_id}/keys', { params: { user_id: userId } })).items

function WithKeys(props: { owner: ProjectOwner; onClose: () => void }) {
  const stores = useStores()
  const { user_id } = props.owner
  const keys = useData(stores.cached(`settings/owner-keys/${user_id}`, () => listKeys(stores, user_id)))
  return <RemoveForm {...props} keys={keys} />
}

function RemoveForm({ owner, keys, onClose }: { owner: ProjectOwner; keys: Keys; onClose: () => void }) {
  const project = useProject()
  const stores = useStores()
  const navigate = useNavigate()
  const me = useOwner()
  const [revokesKeys, setRevokesKeys] = useState(keys.length > 0)
  const { isBusy, run } = useAction()
  const isMe = owner.user_id === me.id
  const projects = useOwnedProjects().filter(({ ownerTeamId }) => ownerTeamId === project.ownerTeamId)
  const names = new Intl.ListFormat('en').format(projects.map(({ displayName }) => displayName))
  const remove = async () => {
    const query = revokesKeys ? { revoke_keys: 'true' as const } : {}
    await stores.call('DELETE /internal/owners/{user_id}', { params: { user_id: owner.user_id }, query })
    if (isMe) {
      await navigate({ to: '/projects' })
      await me.listOwnedProjects()
    } else await stores.refresh('settings/')
  }
  const submit = async () => {
    await run(remove, { done: isMe ? 'You have left the project.' : `${nameOwner(owner)} was removed.` })
    onClose()
  }
  return (
    <FormDialog
      title={isMe ? 'Leave this project?' : `Remove ${nameOwner(owner)}?`}
      description={`${isMe ? 'You lose' : 'They lose'} access to ${names} immediately. ${isMe ? 'Your' : 'Their'} pending invitations expire.`}
      action={isMe ? 'Leave project' : 'Remove owner'}
      isDanger
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {keys.length > 0 && (
        <>
          <ul className="owners-keys" aria-label="Keys they created">
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
            checked={revokesKeys}
            onChange={setRevokesKeys}
          />
        </>
      )}
      {project.ownerRole === 'owner' && (
        <p className="ui-hint">
          {keys.length === 0 && 'No known keys. '}
          Keys created before creators were recorded are not listed. Check the API keys page.
        </p>
      )}
    </FormDialog>
  )
}
