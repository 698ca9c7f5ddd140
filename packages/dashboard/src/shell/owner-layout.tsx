import { type CurrentInternalUser, useUser } from '@latchkey/react'
import { Navigate, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useOwnedProjects } from '../data/data.ts'
import { readFirstOwner } from '../data/first-owner.ts'
import { withoutBuiltIn } from '../data/last-project.ts'
import { forgetOwnProjects, rememberOwnProjects } from '../data/own-projects.ts'
import { OwnerContext } from '../data/owner.ts'
import { forgetRecent } from '../data/recent.ts'
import { internalApp } from '../internal-app.ts'
import { Boundary } from '../parts/boundary.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'

/** Redirects to sign-in or, on a new server, to the page that creates the first account. */
export function OwnerLayout() {
  return (
    <Boundary skeleton={<FrameSkeleton />}>
      <SignedIn />
    </Boundary>
  )
}

function SignedIn() {
  const owner = useUser({ projectIdMustMatch: 'internal' })
  if (!owner) return <SignedOut />
  return (
    <OwnerContext value={owner as CurrentInternalUser}>
      <Suspense>
        <OwnProjects />
      </Suspense>
      <Outlet />
    </OwnerContext>
  )
}

function OwnProjects() {
  const projects = useOwnedProjects()
  useEffect(() => rememberOwnProjects(withoutBuiltIn(projects)), [projects])
  return null
}

function SignedOut() {
  const [isNew, setIsNew] = useState(false)
  useEffect(() => {
    forgetOwnProjects()
    forgetRecent()
    let isCurrent = true
    const decide = async () => {
      const { has_owner } = await readFirstOwner().catch(() => ({ has_owner: true }))
      if (!isCurrent) return
      if (has_owner) await internalApp.redirectToSignIn({ replace: true })
      else setIsNew(true)
    }
    void decide()
    return () => {
      isCurrent = false
    }
  }, [])
  return isNew ? <Navigate to="/welcome" replace /> : <FrameSkeleton />
}
