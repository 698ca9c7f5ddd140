import { appInternalsSymbol } from '@latchkey/sdk'
import { useEffect, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { plus, signOut } from '../ui/more-icons.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Identity } from './identity.tsx'

type Switching = Awaited<ReturnType<ClientCore['features']['loadSwitching']>>
type ClientCore = ReturnType<typeof useApp>[typeof appInternalsSymbol]['core']
type Found = Awaited<ReturnType<Switching['listOtherAccounts']>>

interface State {
  switching: Switching
  /** How many others there are, while the server is asked who they are. */
  count: number
  found?: Found
  error?: unknown
}

/** The other accounts of this browser, and the ways to add one and to sign out. */
export function AccountItems({ user, onAdd }: { user: CurrentUser; onAdd: () => void }) {
  const { core } = useApp()[appInternalsSymbol]
  const t = useTranslate()
  const state = useOtherAccounts(core, user.id)
  if (!state) return null
  const { switching, found, error } = state
  const count = found ? found.accounts.length : state.count
  const { maxAccounts } = switching
  const signOutOfAll = (
    <MenuItem icon={<Icon path={signOut} />} onClick={() => user.signOut()}>
      {count > 0 ? t('Sign out of all accounts') : t('Sign out')}
    </MenuItem>
  )
  if (!switching.canSwitchAccounts(core)) return signOutOfAll
  return (
    <>
      <hr className="lk-menu-line" />
      {found?.accounts.map((account) => (
        <MenuItem
          key={account.id}
          icon={<Avatar user={account} size={28} />}
          onClick={async () => {
            if (!(await account.switchTo())) throw new Error('The session of this account has ended.')
          }}
        >
          <Identity user={account} />
        </MenuItem>
      ))}
      {!found && !error && Array.from({ length: count }, (_, index) => <LoadingItem key={String(index)} />)}
      {found?.hasLost && <Message>{t('An account is no longer signed in here.')}</Message>}
      {error !== undefined && <Message>{describeFailure(error, t)}</Message>}
      <MenuItem
        icon={<Icon path={plus} />}
        refusal={
          count + 1 < maxAccounts ? undefined : t('You can be signed in to up to {max} accounts.', { max: maxAccounts })
        }
        onClick={onAdd}
      >
        {t('Add another account')}
      </MenuItem>
      <hr className="lk-menu-line" />
      {count > 0 && (
        <MenuItem icon={<Icon path={signOut} />} onClick={() => switching.signOutOfCurrentAccount(core)}>
          {t('Sign out of this account')}
        </MenuItem>
      )}
      {signOutOfAll}
    </>
  )
}

function useOtherAccounts(core: ClientCore, userId: string): State | undefined {
  const [state, setState] = useState<State>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const switching = await core.features.loadSwitching()
      const known = { switching, count: switching.countOtherAccounts(core) }
      const show = (more: Partial<State>) => isCurrent && setState({ ...known, ...more })
      show({})
      try {
        show({ found: await switching.listOtherAccounts(core, userId) })
      } catch (error) {
        console.error(error)
        show({ error })
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [core, userId])
  return state
}

function LoadingItem() {
  return (
    <div className="lk-menu-item" role="presentation" aria-hidden="true">
      <Skeleton shape="avatar" />
      <Skeleton shape="line" />
    </div>
  )
}

function Message({ children }: { children: string }) {
  return (
    <p className="lk-menu-empty" role="status">
      {children}
    </p>
  )
}
