import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../data/owner.ts'
import { attempt } from '../data/use-action.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

export function DeleteProjectDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const remove = async () => {
    await project.delete()
    // Away from the pages of the project, which have nothing to show any more.
    await navigate({ to: '/projects' })
  }
  return (
    <ConfirmDialog
      title={`Delete ${project.displayName}?`}
      description="All users, teams, keys, emails and settings of the project are deleted for good. Apps that use it stop working at once."
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
