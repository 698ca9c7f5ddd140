import { providerNames } from '@latchkey/contract/providers'
import { type ComponentType, lazy, Suspense } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { useAuthFlow } from './auth-flow.tsx'
import { rememberLastUsed } from './last-used.ts'
import { MethodButton } from './method-button.tsx'

/**
 * The props of `OAuthButton`.
 * @example <OAuthButton provider="github" type="sign-up" isMock />
 */
export interface OAuthButtonProps {
  /** The id of the provider, for instance `github`. */
  provider: string
  /** Whether the texts speak of signing in or signing up. */
  type: 'sign-in' | 'sign-up'
  /** Looks like one and does nothing; for previews. */
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
    await track(async () => {
      const forget = rememberLastUsed(provider)
      await Promise.race([app.signInWithOAuth(provider), comeBack()]).catch((error) => {
        forget()
        throw error
      })
    })
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

/** Who comes back by the back button finds the page as it was left, and must be able to press again. */
function comeBack(): Promise<unknown> {
  return new Promise((resolve) => globalThis.addEventListener('pageshow', resolve, { once: true }))
}

/** Fetched on its own, into a place that is kept free: a decoration must not hold a sign-in up, nor break it. */
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
