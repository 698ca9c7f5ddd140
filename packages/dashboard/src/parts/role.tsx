import { type Capability, describeRefusal, rolesFor } from '@latchkey/contract/owner-roles'
import { useLocation } from '@tanstack/react-router'
import { Lock as LockIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useFound } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { findPage, neededFor } from '../data/pages.ts'
import { nameAble } from '../data/project-owners.ts'
import type { Project } from '../data/rows.ts'
import { Lock } from '../ui/lock.tsx'
import { Empty, Page } from '../ui/page.tsx'

/** Checks what the signed-in owner's role allows. The server enforces it. */
export function useMay(): (capability: Capability) => boolean {
  const project = useProject()
  return (capability) => mayIn(project, capability)
}

export function mayIn({ id, owner_role }: Pick<Project, 'id' | 'owner_role'>, capability: Capability): boolean {
  return !owner_role || rolesFor(capability, { isInternal: id === 'internal' }).includes(owner_role)
}

/** Hides children that the role does not allow. */
export function Allowed({ to, children }: { to: Capability; children: ReactNode }) {
  return useMay()(to) ? children : null
}

interface LockedProps {
  /** Undefined if there is nothing to change inside. */
  to: Capability | undefined
  isSilent?: boolean
  children: ReactNode
}

/** Disables the controls inside that make changes if the role only allows viewing, and explains why. */
export function Locked({ to, isSilent, children }: LockedProps) {
  const may = useMay()
  if (!to || may(to)) return children
  return (
    <>
      {!isSilent && <ReadOnlyNotice to={to} />}
      <Lock value={locked}>{children}</Lock>
    </>
  )
}

const locked = { disabled: true, title: 'Your role does not include this change.' } as const

/** A page that makes changes. */
export function LockedPage({
  changes,
  actions,
  children,
  ...page
}: ComponentProps<typeof Page> & { changes: Capability }) {
  return (
    <Page
      {...page}
      actions={
        actions && (
          <Locked to={changes} isSilent>
            {actions}
          </Locked>
        )
      }
    >
      <Locked to={changes}>{children}</Locked>
    </Page>
  )
}

/** Says who could change the page, if the role only allows viewing it. */
export function ReadOnlyNotice({ to }: { to: Capability }) {
  if (useMay()(to)) return null
  return (
    <LockNotice>
      You can view this but not change it. <Reason to={to} />
    </LockNotice>
  )
}

export function LockNotice({ children }: { children: ReactNode }) {
  return (
    <p className="ui-banner ui-lock">
      <LockIcon size={16} />
      <span>{children}</span>
    </p>
  )
}

/** Why the role does not allow something, which roles do, and whom to ask. */
export function Reason({ to }: { to: Capability }) {
  const { id, owner_role } = useProject()
  const roles = rolesFor(to, { isInternal: id === 'internal' })
  const owners = useFound('GET /internal/owners', {}) ?? []
  if (roles.length === 0) return 'Owners are managed in the settings of each project.'
  const names = nameAble(owners, roles)
  return `${describeRefusal(owner_role ?? 'owner', roles)}${names ? ` Ask ${names}.` : ''}`
}

/** Replaces a page that the role does not include with the reason. */
export function PageForRole({ children }: { children: ReactNode }) {
  const { id } = useProject()
  const { pathname } = useLocation()
  const path = pathname.slice(pathname.indexOf('/projects/'))
  const needed = neededFor(path, id)
  if (useMay()(needed)) return children
  return (
    <Page title={findPage(path, id)?.title ?? 'Not available'}>
      <ForRole needs={needed}>{children}</ForRole>
    </Page>
  )
}

/** The same for the content of a page. */
export function ForRole({ needs, children }: { needs: Capability; children: ReactNode }) {
  if (useMay()(needs)) return children
  return (
    <Empty icon={<LockIcon />} title="Your role does not include this page">
      <Reason to={needs} /> An owner of the project can change your role in its settings.
    </Empty>
  )
}
