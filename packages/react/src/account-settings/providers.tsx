import { providerNames } from '@latchkey/contract/providers'
import { appInternalsSymbol, type OAuthProvider } from '@latchkey/sdk'
import { type ComponentType, lazy, Suspense } from 'react'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { isOnlyMethod } from './only-method.ts'
import type { SettingsPageProps } from './pages.ts'
import { Item, Row } from './row.tsx'

interface ProvidersProps extends Pick<SettingsPageProps, 'user' | 'project'> {
  links: readonly OAuthProvider[]
}

/**
 * The accounts at providers, linked or not. Accounts of a provider that the project has disabled can still be removed.
 */
export function ProvidersSection({ user, project, links }: ProvidersProps) {
  const t = useTranslate()
  const offered = project.config.oauthProviders.map(({ id }) => id)
  const former = links.map(({ type }) => type).filter((type) => !offered.includes(type))
  if (offered.length + former.length === 0) return null
  return (
    <Row title={t('Connected accounts')}>
      <ul className="lk-list">
        {[...offered, ...new Set(former)].map((provider) => (
          <ProviderItem
            key={provider}
            user={user}
            provider={provider}
            link={links.find(({ type }) => type === provider)}
            isOnly={offered.includes(provider) && isOnlyMethod(`oauth ${provider}`, user, project.config)}
          />
        ))}
      </ul>
    </Row>
  )
}

interface ProviderItemProps extends Pick<SettingsPageProps, 'user'> {
  provider: string
  link: OAuthProvider | undefined
  isOnly: boolean
}

function ProviderItem({ user, provider, link, isOnly }: ProviderItemProps) {
  const t = useTranslate()
  const isFramed = useIsFramed()
  const name = (providerNames as Readonly<Record<string, string>>)[provider] ?? provider
  const connect = () =>
    Promise.race([
      user[appInternalsSymbol].linkAccount(provider),
      // The button must work again for users who return with the back button.
      new Promise((resolve) => globalThis.addEventListener('pageshow', resolve, { once: true })),
    ])
  const removal = useConfirm({
    label: t('Disconnect'),
    name: t('Disconnect {provider}', { provider: name }),
    question: t("Disconnect {provider}? You won't be able to sign in with it anymore.", { provider: name }),
    confirmLabel: t('Yes, disconnect'),
    onConfirm: async () => link?.delete(),
  })
  const action = link ? (
    !isOnly && removal.button
  ) : (
    <Button
      size="small"
      label={t('Connect {provider}', { provider: name })}
      autoFocus={removal.wasOpen}
      isDisabled={isFramed}
      onClick={connect}
    >
      {t('Connect')}
    </Button>
  )
  return (
    <Item
      icon={<Mark provider={provider} />}
      name={name}
      text={
        link
          ? [link.email, isOnly && t("It's your only sign-in method, so it can't be removed.")]
              .filter(Boolean)
              .join(' · ')
          : isFramed && t("This doesn't work inside another page. Open it in its own tab.")
      }
      action={action}
      question={removal.question}
    />
  )
}

/** Lazy, with reserved space. */
const ProviderMark = lazy<ComponentType<{ provider: string }>>(() =>
  import('../sign-in/provider-mark.tsx').catch(() => ({ default: () => null })),
)

function Mark({ provider }: { provider: string }) {
  return (
    <span className="lk-mark">
      <Suspense fallback={null}>
        <ProviderMark provider={provider} />
      </Suspense>
    </span>
  )
}
