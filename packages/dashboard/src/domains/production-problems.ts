import { findDomainProblem } from '@latchkey/contract/trusted-domains'
import { providerNameOf } from '../data/provider-names.ts'
import type { Project } from '../data/rows.ts'

/** A setting that must be right before real users sign in. */
export interface ProductionCheck {
  kind: 'localhost' | 'no-domain' | 'domain' | 'provider' | 'email'
  name: string
  /** Why it failed. */
  reason?: string
  /** What the button or link to the fix says. */
  fix: string
  /** The domain or the ID of the provider. */
  subject?: string
}

/** `allowsOwnText` is undefined while it is not known whether the email server sends own texts. */
export function listProductionChecks({ config }: Project, allowsOwnText?: boolean): ProductionCheck[] {
  const { domains, oauth_providers, email_config } = config
  return [
    config.allow_localhost
      ? {
          kind: 'localhost',
          name: 'Localhost is trusted',
          reason: 'Any program on a user’s computer could intercept a sign-in.',
          fix: 'Turn off',
        }
      : { kind: 'localhost', name: 'Localhost is not trusted', fix: 'Turn off' },
    domains.length === 0
      ? {
          kind: 'no-domain',
          name: 'The app has no domain',
          reason: 'No domain is trusted, so no one could sign in to your app in production.',
          fix: 'Add domain',
        }
      : { kind: 'no-domain', name: 'The app has a domain', fix: 'Add domain' },
    ...domains.map(({ domain }): ProductionCheck => {
      const problem = findDomainProblem(domain)
      const check = { kind: 'domain', subject: domain, fix: 'Edit' } as const
      return problem
        ? { ...check, name: `${domain} is not safe`, reason: `${problem}.` }
        : { ...check, name: `${domain} is safe` }
    }),
    ...oauth_providers.map(({ id, type }): ProductionCheck => {
      const name = providerNameOf(id)
      const check = { kind: 'provider', subject: id, fix: 'Add keys' } as const
      return type === 'shared'
        ? {
            ...check,
            name: `${name} uses shared keys`,
            reason: `${name} shows this server’s name instead of your app’s.`,
          }
        : { ...check, name: `${name} uses your own keys` }
    }),
    email_config.type === 'shared'
      ? {
          kind: 'email',
          name: 'Emails are sent by the shared server',
          reason: `They come from this server’s address${allowsOwnText === false ? ', and your own templates are not used' : ''}.`,
          fix: 'Set up',
        }
      : { kind: 'email', name: 'Emails are sent by your own server', fix: 'Set up' },
  ]
}
