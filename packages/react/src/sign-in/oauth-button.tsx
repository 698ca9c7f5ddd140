import { providerNames } from '@latchkey/contract/providers'
import { type ComponentType, lazy, Suspense } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { useAuthFlow } from './auth-flow.tsx'
import { remembering } from './last-used.ts'
import { MethodButton } from './method-button.tsx'

/**
 * The props of `OAuthButton`.
 * @example <OAuthButton provider="github" type="sign-up" isMock />
 */
export interface OAuthButtonProps {
  /** The id of the provider, for instance `github`. */
  provider: string
  /** Whether the texts are for sign-in or sign-up. */
  type: 'sign-in' | 'sign-up'
  /** Whether the button is a preview and does nothing. */
  isMock?: boolean | undefined
}

export function ProviderButton({
  provider,
  type,
  isMock,
  isShort,
}: OAuthButtonProps & { isShort?: boolean | undefined }) {
  const app = useApp()
  const t = useTranslate()
  const { track } = useAuthFlow()
  const isFramed = useIsFramed()
  const name = names[provider] ?? provider
  const values = { provider: name }
  const signIn = async () => {
    if (isMock) return
    await track(() => remembering(provider, () => Promise.race([app.signInWithOAuth(provider), waitForReturn()])))
  }
  return (
    <MethodButton
      method={provider}
      mark={<Mark provider={provider} />}
      shortLabel={isShort ? name : undefined}
      label={type === 'sign-in' ? t('Sign in with {provider}', values) : t('Sign up with {provider}', values)}
      refusal={isFramed ? t("This doesn't work inside another page. Open it in its own tab.") : undefined}
      onClick={signIn}
    />
  )
}

const names: Readonly<Record<string, string | undefined>> = providerNames

/**
 * Resolves when the user returns with the back button: the browser restores the page, and the button must work again.
 */
function waitForReturn(): Promise<unknown> {
  return new Promise((resolve) => globalThis.addEventListener('pageshow', resolve, { once: true }))
}

/** Lazy, with reserved space: a decoration must neither delay nor break a sign-in. */
const ProviderMark = lazy<ComponentType<{ provider: string }>>(() =>
  import('./provider-mark.tsx').catch(() => ({ default: () => null })),
)

function Mark({ provider }: { provider: string }) {
  return (
    <span className="lk-mark" aria-hidden="true">
      {Object.hasOwn(names, provider) ? (
        <Suspense fallback={null}>
          <ProviderMark provider={provider} />
        </Suspense>
      ) : (
        [...provider][0]?.toUpperCase()
      )}
    </span>
  )
}
