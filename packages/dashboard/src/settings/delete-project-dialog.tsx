import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../data/owner.ts'
import { attempt } from '../data/use-action.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

export function DeleteProjectDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const remove = async () => {
    await project.delete()
    // Leave the project's pages first: they have nothing left to show.
    await navigate({ to: '/projects' })
  }
  return (
    <ConfirmDialog
      title={`Delete ${project.displayName}?`}
      description="This permanently deletes all users, teams, keys, emails and settings of the project. Apps that use it stop working immediately."
      action="Delete project"
      name={project.displayName}
      onClose={onClose}
      onConfirm={async () => {
        await attempt(remove, { done: `${project.displayName} was deleted.` })
        onClose()
      }}
    />
  )
}
