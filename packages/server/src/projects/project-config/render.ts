import type { ConfigOverrideTree, CustomerType, secondFactorPolicies } from '@latchkey/contract'
import {
  builtInNotices,
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  type EmailTemplate,
  type EmailTheme,
} from './built-in-emails.ts'
import { expandOverride, type Override } from './override.ts'

type Lists = Record<'teamCreator' | 'teamMember' | 'signUp', Record<string, true>>
type EmailServer = NonNullable<NonNullable<ConfigOverrideTree['emails']>['server']>

export type ProjectConfig = ReturnType<typeof renderConfig>

/** The complete configuration: the stored settings merged with the defaults. */
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
    teams: over(
      { createPersonalTeamOnSignUp: false, allowClientTeamCreation: false, allowClientRoleChanges: false },
      tree.teams,
    ),
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
      stepUp: over({ isRequired: false }, tree.auth?.stepUp),
      sessions: tree.auth?.sessions ?? {},
      secondFactor: over<
        { policy: (typeof secondFactorPolicies)[number]; allowTrustedDevices: boolean },
        { requiredFromMillis?: number | undefined }
      >({ policy: 'optional', allowTrustedDevices: true }, tree.auth?.secondFactor),
      sessionKeys: over({ isRequired: false }, tree.auth?.sessionKeys),
      oauth: {
        accountMergeStrategy: tree.auth?.oauth?.accountMergeStrategy ?? ('link_method' as const),
        ...(tree.auth?.oauth?.plainPkceClients ? { plainPkceClients: tree.auth.oauth.plainPkceClients } : {}),
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
    ...(tree.branding ? { branding: tree.branding } : {}),
    ...(tree.oauthProvider ? { oauthProvider: renderOAuthProvider(tree.oauthProvider) } : {}),
    workflows: {
      availableWorkflows: mapEntries(tree.workflows?.availableWorkflows, (workflow) =>
        over({ enabled: false }, workflow),
      ),
    },
  }
}

function renderOAuthProvider(provider: NonNullable<ConfigOverrideTree['oauthProvider']>) {
  return {
    ...provider,
    isEnabled: provider.isEnabled ?? false,
    scopes: mapEntries(provider.scopes, (scope, id) => ({ ...scope, displayName: scope.displayName ?? id })),
    resources: mapEntries(provider.resources, (resource, id) => ({
      ...resource,
      displayName: resource.displayName ?? id,
      scopes: resource.scopes ?? {},
      isDefault: resource.isDefault ?? false,
    })),
    claims: provider.claims ?? {},
    allowMetadataDocuments: provider.allowMetadataDocuments ?? true,
    allowRegistration: provider.allowRegistration ?? false,
  }
}

function renderEmails(emails: ConfigOverrideTree['emails']) {
  const themes = overBuiltIns<EmailTheme>(builtInThemes, emails?.themes)
  const selected = emails?.selectedThemeId
  return {
    server: over<{ isShared: boolean; provider: 'smtp' | 'resend' }, EmailServer>(
      { isShared: true, provider: 'smtp' },
      emails?.server,
    ),
    isMarketingOptIn: emails?.isMarketingOptIn ?? false,
    ...(emails?.defaultLocale ? { defaultLocale: emails.defaultLocale } : {}),
    selectedThemeId: selected && Object.hasOwn(themes, selected) ? selected : builtInThemeIds.light,
    themes,
    templates: overBuiltIns<EmailTemplate>(builtInTemplates, emails?.templates, builtInNotices),
  }
}

type EmailSource = EmailTheme | EmailTemplate

/**
 * Built-in entries come first and are always present; an edit replaces only the fields it names. Notices are present only
 * if they were edited, because existing clients do not know them.
 */
function overBuiltIns<T extends EmailSource>(
  builtIns: Record<string, T>,
  given: Record<string, unknown> = {},
  notices: Record<string, T> = {},
): Record<string, T> {
  const isEditOf = (id: string) => Object.hasOwn(builtIns, id) || Object.hasOwn(notices, id)
  const edited = Object.entries({ ...builtIns, ...notices })
    .filter(([id]) => Object.hasOwn(builtIns, id) || Object.hasOwn(given, id))
    .map(([id, builtIn]) => [id, withOneSource(given[id] as Partial<T>, builtIn)])
  const others = Object.entries(given)
    .filter(([id, entry]) => !isEditOf(id) && isComplete(entry))
    .map(([id, entry]) => [id, withOneSource<T>(entry as Partial<T>)])
  return Object.fromEntries([...edited, ...others])
}

/** A document takes the place of code, and both take the place of what is built in. */
function withOneSource<T extends EmailSource>(given: Partial<T> | undefined, builtIn?: T): T {
  const { document, tsxSource, ...rest } = (given ?? {}) as Partial<EmailTemplate>
  const { document: builtInDocument, ...others } = (builtIn ?? {}) as Partial<EmailTemplate>
  const source = document ? { document } : tsxSource === undefined ? { document: builtInDocument } : { tsxSource }
  return { ...others, ...rest, ...source } as unknown as T
}

function isComplete(entry: unknown): boolean {
  const { displayName, tsxSource, document } = entry as Partial<EmailSource>
  return typeof displayName === 'string' && (typeof tsxSource === 'string' || document !== undefined)
}

function renderPayments(payments: ConfigOverrideTree['payments']) {
  return {
    ...(payments?.autoPay ? { autoPay: payments.autoPay } : {}),
    groups: payments?.groups ?? {},
    items: mapEntries(payments?.items, (item, id) =>
      over<{ displayName: string; customerType: CustomerType }>({ displayName: id, customerType: 'user' }, item),
    ),
    offers: mapEntries(payments?.offers, renderOffer),
  }
}

type OfferSettings = NonNullable<NonNullable<ConfigOverrideTree['payments']>['offers']>[string]

export function renderOffer(offer: OfferSettings, id: string) {
  return {
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
  }
}

function mapEntries<T, R>(record: Record<string, T> | undefined, render: (entry: T, id: string) => R) {
  const rendered = Object.entries(record ?? {}).map(([id, entry]) => [id, render(entry, id)] as const)
  return Object.fromEntries(rendered) as Record<string, R>
}

/** The given values merged over the defaults. */
function over<D extends object, G extends object = object>(
  defaults: D,
  given: (G & { [K in keyof D]?: D[K] | undefined }) | undefined,
): D & Omit<G, keyof D> {
  return { ...defaults, ...given } as D & Omit<G, keyof D>
}
