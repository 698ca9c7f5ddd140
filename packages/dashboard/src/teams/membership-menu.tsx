import { Ellipsis, KeyRound, UserMinus } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'

interface MembershipMenuProps {
  /** The name of the member or team in this row. */
  name: string
  onChangePermissions: () => void
  onRemove: () => void
}

export function MembershipMenu({ name, onChangePermissions, onRemove }: MembershipMenuProps) {
  return (
    <Menu trigger={<IconButton size="small" label={`Actions for ${name}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={onChangePermissions}>
        Change permissions
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger icon={<UserMinus aria-hidden="true" />} onSelect={onRemove}>
        Remove from team
      </MenuItem>
    </Menu>
  )
}
