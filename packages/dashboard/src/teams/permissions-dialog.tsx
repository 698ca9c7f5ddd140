import type { ComponentProps } from 'react'
import { useAll, useApi } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { Boundary } from '../parts/boundary.tsx'
import { PermissionChoices } from '../permissions/permission-choices.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'

interface PermissionsDialogProps {
  teamId: string
  userId: string
  name: string
  granted: readonly string[]
  onClose: () => void
}

export function PermissionsDialog({ teamId, userId, name, granted, onClose }: PermissionsDialogProps) {
  const { call, reload } = useApi()
  const paramsOf = (id: string) => ({ params: { team_id: teamId, user_id: userId, permission_id: id } })
  const route = '/team-permissions/{team_id}/{user_id}/{permission_id}'
  const form = useForm({
    initial: { wanted: new Set(granted) as ReadonlySet<string> },
    submit: async ({ wanted }) => {
      try {
        for (const id of wanted) if (!granted.includes(id)) await call(`POST ${route}`, { ...paramsOf(id), body: {} })
        for (const id of granted) if (!wanted.has(id)) await call(`DELETE ${route}`, paramsOf(id))
      } finally {
        await reload()
      }
    },
    done: () => `The permissions of ${name} were saved.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Permissions of ${name}`}
      description="For this team only. A permission includes all permissions it contains."
      onClose={onClose}
      action="Save"
    >
      <Boundary skeleton={<CardSkeleton />}>
        <Choices entryOf={(id) => form.entry('wanted', id)} />
      </Boundary>
    </FormDialog>
  )
}

type ChoicesProps = Pick<ComponentProps<typeof PermissionChoices>, 'entryOf'>

function Choices({ entryOf }: ChoicesProps) {
  const definitions = useAll('GET /team-permission-definitions')
  return <PermissionChoices legend="Permissions" definitions={definitions} entryOf={entryOf} />
}
