import { Link } from '@tanstack/react-router'
import { LayoutGrid, LogOut, Monitor, Moon, Server, Sun, User } from 'lucide-react'
import { useOwnedProjects } from '../data/data.ts'
import { forgetOwnProjects } from '../data/own-projects.ts'
import { useOwner } from '../data/owner.ts'
import { forgetRecent } from '../data/recent.ts'
import { attempt } from '../data/use-action.ts'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { Avatar } from '../ui/page.tsx'
import { type ColorTheme, setColorTheme, useColorTheme } from './color-theme.ts'

const themes: readonly { value: ColorTheme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor /> },
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
]

export function AccountMenu() {
  const owner = useOwner()
  const theme = useColorTheme()
  const isServerOwner = useOwnedProjects().some(({ id }) => id === 'internal')
  const name = owner.displayName ?? owner.primaryEmail ?? owner.id
  return (
    <Menu
      trigger={
        <button className="frame-account" type="button" aria-label="Account menu">
          <Avatar name={name} imageUrl={owner.profileImageUrl} />
        </button>
      }
    >
      <MenuLabel>{name}</MenuLabel>
      <MenuItem
        link={
          <a href="/handler/account-settings">
            <User />
            Account settings
          </a>
        }
      />
      <MenuItem
        link={
          <Link to="/projects">
            <LayoutGrid />
            All projects
          </Link>
        }
      />
      {isServerOwner && (
        <MenuItem
          link={
            <Link to="/server">
              <Server />
              Server
            </Link>
          }
        />
      )}
      <MenuSeparator />
      <MenuChoices label="Theme" value={theme} onChange={setColorTheme} options={themes} />
      <MenuSeparator />
      <MenuItem
        icon={<LogOut />}
        onSelect={() => {
          forgetOwnProjects()
          forgetRecent()
          void attempt(() => owner.signOut())
        }}
      >
        Sign out
      </MenuItem>
    </Menu>
  )
}
