import { UserButton } from '@latchkey/react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { base, usePath } from './router.ts'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="header">
        <Link className="brand" to={base}>
          <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M8 6h13a3 3 0 0 1 3 3v17H11a3 3 0 0 1-3-3z M8 22.5A2.5 2.5 0 0 1 10.5 20H24 M12.5 11h7" />
          </svg>
          Latchkey demo
        </Link>
        <nav className="nav" aria-label="Pages">
          <NavLink to={`${base}notes`}>My note</NavLink>
        </nav>
        <UserButton themeChoice multipleAccounts />
      </header>
      <main className="main">{children}</main>
    </>
  )
}

function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const isCurrent = usePath() === to
  return (
    <Link className="nav-link" to={to} isCurrent={isCurrent}>
      {children}
    </Link>
  )
}
