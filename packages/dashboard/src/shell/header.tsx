import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Project } from '../data/rows.ts'
import { Brand } from '../parts/brand.tsx'
import { Breadcrumbs } from '../parts/breadcrumbs.tsx'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'

const Palette = lazy(() => import('./palette.tsx'))
const shortcut = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

export function Header({ project, onOpenMenu }: { project?: Project | undefined; onOpenMenu: () => void }) {
  const [isSearching, setIsSearching] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setIsSearching(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <header className="frame-header">
      {project ? (
        <span className="frame-menu-button">
          <IconButton label="Menu" icon={<MenuIcon />} onClick={onOpenMenu} />
        </span>
      ) : (
        <Brand />
      )}
      <Breadcrumbs project={project} />
      <span className="frame-environment">
        <EnvironmentBadge environment={project?.environment} />
      </span>
      <button className="frame-search" type="button" onClick={() => setIsSearching(true)}>
        <Search />
        <span>Search</span>
        <span className="frame-shortcut" aria-hidden="true">
          {shortcut}
        </span>
      </button>
      <AccountMenu />
      {isSearching && (
        <Suspense fallback={null}>
          <Palette project={project} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </header>
  )
}
