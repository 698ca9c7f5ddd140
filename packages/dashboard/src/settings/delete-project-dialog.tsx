import { useNavigate } from '@tanstack/react-router'
import { reloadOwn, useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

export function DeleteProjectDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const { call } = useApi()
  const navigate = useNavigate()
  const remove = async () => {
    await call('DELETE /internal/projects/current')
    // Leave the project's pages first: they have nothing left to show.
    await navigate({ to: '/projects' })
    await reloadOwn()
  }
  return (
    <ConfirmDialog
      title={`Delete ${project.display_name}?`}
      description="This permanently deletes all users, teams, keys, emails and settings of the project. Apps that use it stop working immediately."
      action="Delete project"
      name={project.display_name}
      onClose={onClose}
      run={remove}
      done={`${project.display_name} was deleted.`}
    />
  )
}
