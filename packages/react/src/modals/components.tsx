'use client'

import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import type { AccountSettingsModalProps } from './account-settings-modal.tsx'
import type { SignInModalProps } from './sign-in-modal.tsx'

// For apps and the user button. Separate from the files of their parts, which are loaded when a modal is first opened.

const loadModals = () => import('../screens/modal-screens.ts')

const SignInDialog = lazyPart(loadModals, (modals) => modals.SignInDialog)
const AccountSettingsDialog = lazyPart(loadModals, (modals) => modals.AccountSettingsDialog)

/**
 * Sign-in over the current page, which stays open. Closes when the user is signed in. Providers and links in emails lead
 * back to the current page.
 * @example <SignInModal onClose={() => navigate('/')} />
 */
export function SignInModal(props: SignInModalProps) {
  return (
    <Suspense fallback={null}>
      <SignInDialog {...props} />
    </Suspense>
  )
}

/** Signs in to another account, while the current one stays signed in. */
export function AddAccountModal({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SignInDialog onClose={onClose} isAddition />
    </Suspense>
  )
}

/**
 * The account settings over the current page, which stays open. Closes when the user signs out.
 * @example <AccountSettingsModal onClose={() => navigate('/')} />
 */
export function AccountSettingsModal(props: AccountSettingsModalProps) {
  return (
    <Suspense fallback={null}>
      <AccountSettingsDialog {...props} />
    </Suspense>
  )
}
