import { appInternalsSymbol } from '@latchkey/sdk'
import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { AccountSettingsProps } from '../account-settings/account-settings.tsx'
import { SettingsPlaceContext } from '../account-settings/place.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureProvider } from '../ui/failures.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Waiting } from '../ui/waiting.tsx'

// Not from `lazy-screens.tsx`, which `index.ts` exports: esbuild would then put it into the first bundle.
const AccountSettings = lazyPart(
  () => import('../screens/account-settings-screen.ts'),
  (screens) => screens.AccountSettings,
)

/**
 * The props of `AccountSettingsModal`.
 * @example
 * <AccountSettingsModal
 *   onClose={() => navigate('/')}
 *   extraItems={[{ id: 'billing', title: 'Billing', content: 'Your plan' }]}
 * />
 */
export interface AccountSettingsModalProps extends Pick<AccountSettingsProps, 'extraItems'> {
  /**
   * Called when the user signs out or closes the modal. Remove it then.
   * @example <AccountSettingsModal onClose={() => navigate('/')} />
   */
  onClose: () => void
}

export function AccountSettingsDialog({ onClose, ...props }: AccountSettingsModalProps) {
  const t = useTranslate()
  const user = useLatest(useApp()[appInternalsSymbol].currentUser)
  const owner = useRef(user?.id)
  // Also if another account is current by now: what is open belongs to the one that opened it.
  const isOver = !!owner.current && user?.id !== owner.current
  const [place, goTo] = usePlace()
  useEffect(() => {
    if (isOver) onClose()
  })
  if (isOver) return null
  const follow = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    if (!href?.startsWith('#') || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    goTo(href.slice(1))
  }
  return (
    <Dialog title={t('Account settings')} screen="settings" onCancel={onClose}>
      <SettingsPlaceContext.Provider value={place}>
        <FailureProvider>
          <div className="lk-dialog-screen" onClickCapture={follow}>
            <Suspense fallback={<Waiting />}>
              <AccountSettings {...props} />
            </Suspense>
          </div>
        </FailureProvider>
      </SettingsPlaceContext.Provider>
    </Dialog>
  )
}

/** The chosen page. The address of the page behind stays as it is, also where a form leads to another page. */
function usePlace(): [place: string, goTo: (fragment: string) => void] {
  const [place, setPlace] = useState('')
  const goTo = (fragment: string) => setPlace(decodeURIComponent(fragment))
  useEffect(() => {
    const { href } = globalThis.location
    const follow = () => {
      setPlace(decodeURIComponent(globalThis.location.hash.slice(1)))
      history.replaceState(history.state, '', href)
    }
    globalThis.addEventListener('hashchange', follow)
    return () => globalThis.removeEventListener('hashchange', follow)
  }, [])
  return [place, goTo]
}
