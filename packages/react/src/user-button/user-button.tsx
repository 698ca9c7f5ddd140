'use client'

import type { CurrentUser } from '@latchkey/sdk'
import { type ReactNode, Suspense } from 'react'
import { useNavigateOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Avatar, type AvatarUser } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { halfMoon, person, plus, signIn, signOut } from '../ui/more-icons.ts'
import { Scope } from '../ui/scope.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * The props of `UserButton`.
 * @example
 * <UserButton
 *   showUserInfo
 *   colorModeToggle={() => void document.documentElement.classList.toggle('dark')}
 *   extraItems={[{ text: 'Billing', icon: null, onClick: () => navigate('/billing') }]}
 *   mockUser={{ displayName: 'Ada Lovelace' }}
 * />
 */
export interface UserButtonProps {
  /** Whether to show name and email beside the avatar. */
  showUserInfo?: boolean | undefined
  /** Adds an item that switches the app's color mode. */
  colorModeToggle?: (() => void | Promise<void>) | undefined
  /** Additional items for signed-in users. */
  extraItems?: readonly { text: string; icon: ReactNode; onClick: () => void | Promise<void> }[] | undefined
  /** Shows a preview with this user. */
  mockUser?: AvatarUser | undefined
}

/**
 * The avatar of the signed-in user, with a menu.
 * @example <UserButton showUserInfo />
 */
export function UserButton(props: UserButtonProps) {
  return (
    <Scope inline>
      <Suspense fallback={<Skeleton shape="avatar" />}>
        {props.mockUser ? <UserMenu {...props} user={props.mockUser} /> : <LiveUserButton {...props} />}
      </Suspense>
    </Scope>
  )
}

function LiveUserButton(props: UserButtonProps) {
  const user = useUserOf(useApp())
  return <UserMenu {...props} user={user} signOut={() => user?.signOut()} />
}

function UserMenu(props: UserButtonProps & { user: AvatarUser | CurrentUser | null; signOut?: () => unknown }) {
  const { user, showUserInfo, colorModeToggle, extraItems = [] } = props
  const app = useApp()
  const t = useTranslate()
  const navigate = useNavigateOf(app)
  const isMock = !!props.mockUser
  const go = (redirect: () => Promise<void>) => (isMock ? undefined : redirect())
  return (
    <Menu
      label={t('Account menu')}
      isWide={!!showUserInfo && !!user}
      trigger={
        <>
          <Avatar user={user} />
          {showUserInfo && user && <Identity user={user} />}
        </>
      }
      header={
        <div className="lk-menu-header">
          <Avatar user={user} />
          {user ? <Identity user={user} /> : <span className="lk-identity-email">{t('Not signed in')}</span>}
        </div>
      }
    >
      {user ? (
        <>
          <MenuItem icon={<Icon path={person} />} onClick={() => isMock || navigate(app.urls.accountSettings)}>
            {t('Account settings')}
          </MenuItem>
          {extraItems.map((item) => (
            <MenuItem key={item.text} icon={item.icon} onClick={item.onClick}>
              {item.text}
            </MenuItem>
          ))}
        </>
      ) : (
        <>
          <MenuItem icon={<Icon path={signIn} />} onClick={() => go(() => app.redirectToSignIn())}>
            {t('Sign in')}
          </MenuItem>
          <MenuItem icon={<Icon path={plus} />} onClick={() => go(() => app.redirectToSignUp())}>
            {t('Sign up')}
          </MenuItem>
        </>
      )}
      {colorModeToggle && (
        <MenuItem icon={<Icon path={halfMoon} />} onClick={colorModeToggle}>
          {t('Switch between light and dark')}
        </MenuItem>
      )}
      {user && (
        <MenuItem icon={<Icon path={signOut} />} onClick={() => props.signOut?.()}>
          {t('Sign out')}
        </MenuItem>
      )}
    </Menu>
  )
}

function Identity({ user }: { user: AvatarUser }) {
  const [first, second] = [user.displayName, user.primaryEmail].filter(Boolean)
  return (
    <span className="lk-identity">
      <span className="lk-identity-name">{first}</span> {second && <span className="lk-identity-email">{second}</span>}
    </span>
  )
}
