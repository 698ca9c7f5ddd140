'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigateOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { AccountSettingsModal, AddAccountModal, SignInModal } from '../modals/components.tsx'
import { Avatar, type AvatarUser } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useHasLeakedPassword } from '../ui/leaked-password.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { halfMoon, person, plus, shield, signIn, signOut } from '../ui/more-icons.ts'
import { Scope } from '../ui/scope.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Identity } from './identity.tsx'
import { ThemeItems } from './theme-items.tsx'

/**
 * The props of `UserButton`.
 * @example
 * <UserButton
 *   showUserInfo
 *   colorModeToggle={() => void document.documentElement.classList.toggle('dark')}
 *   themeChoice
 *   modals
 *   multipleAccounts
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
  /** Adds the choice between a light and a dark theme and that of the system, which the browser remembers. */
  themeChoice?: boolean | undefined
  /** Opens sign-in and account settings over the current page. */
  modals?: boolean | undefined
  /** Lets people sign in to several accounts in one browser and switch between them. */
  multipleAccounts?: boolean | undefined
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

type OpenModal = 'settings' | 'sign-in' | 'sign-up' | 'account'

function LiveUserButton(props: UserButtonProps) {
  const app = useApp()
  const user = useUserOf(app)
  const [modal, setModal] = useState<OpenModal>()
  const close = () => setModal(undefined)
  const hasAccounts = !!props.multipleAccounts && !!user
  useEffect(() => {
    if (!hasAccounts) return
    // Loaded early, so that the menu opens with its final height. A failure is handled there.
    loadAccountItems().catch(() => {})
    const { core, currentUser } = app[appInternalsSymbol]
    core.features.loadSwitching().catch(() => {})
    // The browser restores a page as it was, possibly with the account that was current then.
    const check = () => void currentUser.getSnapshot()
    globalThis.addEventListener('pageshow', check)
    return () => globalThis.removeEventListener('pageshow', check)
  }, [app, hasAccounts])
  return (
    <>
      <UserMenu {...props} user={user} signOut={() => user?.signOut()} openModal={setModal} />
      {modal === 'settings' && <AccountSettingsModal onClose={close} />}
      {(modal === 'sign-in' || modal === 'sign-up') && <SignInModal type={modal} onClose={close} />}
      {modal === 'account' && <AddAccountModal onClose={close} />}
    </>
  )
}

const loadAccountItems = () => import('../screens/account-items.ts')
const AccountItems = lazyPart(loadAccountItems, (items) => items.AccountItems)

interface UserMenuProps extends UserButtonProps {
  user: AvatarUser | CurrentUser | null
  signOut?: () => unknown
  openModal?: (modal: OpenModal) => void
}

function UserMenu(props: UserMenuProps) {
  const { user, showUserInfo, colorModeToggle, extraItems = [], modals, openModal } = props
  const app = useApp()
  const t = useTranslate()
  const navigate = useNavigateOf(app)
  const isMock = !!props.mockUser
  const hasLeakedPassword = useHasLeakedPassword(user)
  /** A modal or a page. A preview opens neither. */
  const open = (modal: OpenModal, goToPage: () => unknown) => {
    if (isMock) return
    return modals ? openModal?.(modal) : goToPage()
  }
  const signOutItem = user && (
    <MenuItem icon={<Icon path={signOut} />} onClick={() => props.signOut?.()}>
      {t('Sign out')}
    </MenuItem>
  )
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
          <MenuItem
            icon={<Icon path={person} />}
            onClick={() => open('settings', () => navigate(app.urls.accountSettings))}
          >
            {t('Account settings')}
          </MenuItem>
          {hasLeakedPassword && (
            <MenuItem
              icon={<Icon path={shield} />}
              onClick={() => open('settings', () => navigate(`${app.urls.accountSettings}#auth`))}
            >
              {t('Change leaked password')}
            </MenuItem>
          )}
          {extraItems.map((item) => (
            <MenuItem key={item.text} icon={item.icon} onClick={item.onClick}>
              {item.text}
            </MenuItem>
          ))}
        </>
      ) : (
        <>
          <MenuItem icon={<Icon path={signIn} />} onClick={() => open('sign-in', () => app.redirectToSignIn())}>
            {t('Sign in')}
          </MenuItem>
          <MenuItem icon={<Icon path={plus} />} onClick={() => open('sign-up', () => app.redirectToSignUp())}>
            {t('Sign up')}
          </MenuItem>
        </>
      )}
      {colorModeToggle && (
        <MenuItem icon={<Icon path={halfMoon} />} onClick={colorModeToggle}>
          {t('Switch between light and dark')}
        </MenuItem>
      )}
      {props.themeChoice && <ThemeItems />}
      {user && openModal && props.multipleAccounts ? (
        <Suspense fallback={signOutItem}>
          <AccountItems user={user as CurrentUser} onAdd={() => openModal('account')} />
        </Suspense>
      ) : (
        <>
          {props.themeChoice && user && <hr className="lk-menu-line" />}
          {signOutItem}
        </>
      )}
    </Menu>
  )
}
