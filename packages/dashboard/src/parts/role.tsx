import { type Capability, describeRefusal, rolesFor } from '@latchkey/contract/owner-roles'
import { useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useProject } from '../data/owner.ts'
import { findPage, neededFor } from '../data/pages.ts'
import type { Project } from '../data/rows.ts'
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

/** Disables all controls inside if the role only allows viewing, and explains why. */
export function Locked({ to, isSilent, children }: { to: Capability; isSilent?: boolean; children: ReactNode }) {
  if (useMay()(to)) return children
  return (
    <>
      {!isSilent && <RoleNotice to={to} />}
      <fieldset className="ui-locked" disabled>
        {children}
      </fieldset>
    </>
  )
}

/** A page where every control except links makes a change. */
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

function RoleNotice({ to }: { to: Capability }) {
  return <LockNotice>You can view this but not change it. {useReason(to)}</LockNotice>
}

export function LockNotice({ children }: { children: ReactNode }) {
  return (
    <p className="ui-banner ui-lock">
      <Lock size={16} />
      <span>{children}</span>
    </p>
  )
}

/** Why the role does not allow something, and which roles do. */
export function useReason(capability: Capability): string {
  const { id, owner_role } = useProject()
  const roles = rolesFor(capability, { isInternal: id === 'internal' })
  if (roles.length === 0) return 'Owners are managed in the settings of each project.'
  return describeRefusal(owner_role ?? 'owner', roles)
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
  const may = useMay()
  const reason = useReason(needs)
  if (may(needs)) return children
  return (
    <Empty icon={<Lock />} title="Your role does not include this page">
      {reason} An owner of the project can change your role in its settings.
    </Empty>
  )
}
