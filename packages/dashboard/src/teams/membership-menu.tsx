import { Ellipsis, KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { IconButton } from '../ui/button.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { PermissionsDialog } from './permissions-dialog.tsx'

interface MembershipMenuProps {
  teamId: string
  userId: string
  /** The name of the member or team in this row. */
  name: string
  memberName: string
  granted: readonly string[]
  /** The texts of the dialog that asks before removing the member. */
  removal: { title: string; description: string; action: string; done: string }
}

export function MembershipMenu({ teamId, userId, name, memberName, granted, removal }: MembershipMenuProps) {
  const { change } = useApi()
  const [shown, setShown] = useState<'permissions' | 'removal'>()
  const close = () => setShown(undefined)
  const params = { team_id: teamId, user_id: userId }
  return (
    <>
      <Menu trigger={<IconButton size="small" label={`Actions for ${name}`} icon={<Ellipsis />} />}>
        <MenuItem icon={<KeyRound />} onSelect={() => setShown('permissions')}>
          Change permissions
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger icon={<UserMinus />} onSelect={() => setShown('removal')}>
          Remove from team
        </MenuItem>
      </Menu>
      <Outside>
        {shown === 'permissions' && (
          <PermissionsDialog teamId={teamId} userId={userId} name={memberName} granted={granted} onClose={close} />
        )}
        {shown === 'removal' && (
          <ConfirmDialog
            {...removal}
            run={() => change('DELETE /team-memberships/{team_id}/{user_id}', { params })}
            onClose={close}
          />
        )}
      </Outside>
    </>
  )
}
