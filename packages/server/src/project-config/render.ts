import type { ConfigOverrideTree, CustomerType } from '@latchkey/contract'
import { expandOverride, type Override } from './override.ts'

/** The built-in e-mail themes have fixed ids on the wire; the light one is selected by default. */
export const builtInThemeIds = {
  light: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  dark: 'a0172b5d-cff0-463b-83bb-85124697373a',
} as const

type Lists = Record<'teamCreator' | 'teamMember' | 'signUp', Record<string, true>>
type EmailServer = NonNullable<NonNullable<ConfigOverrideTree['emails']>['server']>

export type ProjectConfig = ReturnType<typeof renderConfig>

/** The complete configuration: what is stored, with the defaults under it. */
export function renderConfig(override: Override) {
  const tree = expandOverride(override) as ConfigOverrideTree
  return {
    sourceOfTruth: { type: 'hosted' as const },
    rbac: {
      permissions: mapEntries(tree.rbac?.permissions, (permission) => ({
        ...permission,
        containedPermissionIds: permission.containedPermissionIds ?? {},
      })),
      defaultPermissions: over<Lists>({ teamCreator: {}, teamMember: {}, signUp: {} }, tree.rbac?.defaultPermissions),
    },
    apiKeys: { enabled: over({ team: false, user: false }, tree.apiKeys?.enabled) },
    teams: over({ createPersonalTeamOnSignUp: false, allowClientTeamCreation: false }, tree.teams),
    users: over({ allowClientUserDeletion: false }, tree.users),
    domains: {
      allowLocalhost: tree.domains?.allowLocalhost ?? false,
      trustedDomains: mapEntries(tree.domains?.trustedDomains, (domain) => ({
        ...domain,
        handlerPath: domain.handlerPath ?? '/handler',
      })),
    },
    auth: {
      allowSignUp: tree.auth?.allowSignUp ?? true,
      password: over({ allowSignIn: false }, tree.auth?.password),
      otp: over({ allowSignIn: false }, tree.auth?.otp),
      passkey: over({ allowSignIn: false }, tree.auth?.passkey),
      oauth: {
        accountMergeStrategy: tree.auth?.oauth?.accountMergeStrategy ?? ('link_method' as const),
        providers: mapEntries(tree.auth?.oauth?.providers, (provider) =>
          over({ allowSignIn: false, allowConnectedAccounts: false, isShared: true }, provider),
        ),
      },
    },
    emails: renderEmails(tree.emails),
    payments: renderPayments(tree.payments),
    dataVault: {
      stores: mapEntries(tree.dataVault?.stores, (store) => over({ displayName: 'Unnamed store' }, store)),
    },
    workflows: {
      availableWorkflows: mapEntries(tree.workflows?.availableWorkflows, (workflow) =>
        over({ enabled: false }, workflow),
      ),
    },
  }
}

function renderEmails(emails: ConfigOverrideTree['emails']) {
  const themes = emails?.themes ?? {}
  const selected = emails?.selectedThemeId
  return {
    server: over<{ isShared: boolean; provider: 'smtp' | 'resend' }, EmailServer>(
      { isShared: true, provider: 'smtp' },
      emails?.server,
    ),
    selectedThemeId: selected && isThemeId(selected, themes) ? selected : builtInThemeIds.light,
    themes,
    templates: emails?.templates ?? {},
  }
}

export function isThemeId(id: string, themes: Record<string, unknown>): boolean {
  return id === builtInThemeIds.light || id === builtInThemeIds.dark || Object.hasOwn(themes, id)
}

function renderPayments(payments: ConfigOverrideTree['payments']) {
  return {
    ...(payments?.autoPay ? { autoPay: payments.autoPay } : {}),
    groups: payments?.groups ?? {},
    items: mapEntries(payments?.items, (item, id) =>
      over<{ displayName: string; customerType: CustomerType }>({ displayName: id, customerType: 'user' }, item),
    ),
    offers: mapEntries(payments?.offers, (offer, id) => ({
      isAddOnTo: false as const,
      serverOnly: false,
      ...offer,
      displayName: offer.displayName ?? id,
      customerType: offer.customerType ?? 'user',
      prices:
        typeof offer.prices === 'object'
          ? mapEntries(offer.prices, (price) => ({ serverOnly: false, ...price }))
          : offer.prices,
      includedItems: mapEntries(offer.includedItems, (item) => ({
        ...item,
        quantity: item.quantity ?? 0,
        repeat: item.repeat ?? ('never' as const),
        expires: item.expires ?? ('when-repeated' as const),
      })),
    })),
  }
}

function mapEntries<T, R>(record: Record<string, T> | undefined, render: (entry: T, id: string) => R) {
  const rendered = Object.entries(record ?? {}).map(([id, entry]) => [id, render(entry, id)] as const)
  return Object.fromEntries(rendered) as Record<string, R>
}

/** What is given, over the defaults. */
function over<D extends object, G extends object = object>(
  defaults: D,
  given: (G & { [K in keyof D]?: D[K] | undefined }) | undefined,
): D & Omit<G, keyof D> {
  return { ...defaults, ...given } as D & Omit<G, keyof D>
}
