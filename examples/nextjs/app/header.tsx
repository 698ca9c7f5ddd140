'use client'

import { UserButton } from '@latchkey/react/next'
import Link from 'next/link'

export function Header() {
  return (
    <header className="header">
      <Link className="brand" href="/">
        Fieldnotes
      </Link>
      <nav className="nav" aria-label="Pages">
        <Link href="/notes">My note</Link>
        <Link href="/team">Team</Link>
        <Link href="/profile">Profile</Link>
      </nav>
      <UserButton />
    </header>
  )
}
