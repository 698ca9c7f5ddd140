import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import type { Currency, DayInterval } from '../payments/checkout.ts'
import type { CustomerType } from '../payments/items.ts'
import type { AdminEmailServer, OAuthAccountMergeStrategy } from '../projects/admin-project-settings.ts'
import type { Branding, SecondFactorPolicy } from '../projects/projects.ts'
import type { Json } from '../transport/json.ts'

type Entries<T> = { [id: string]: T }

/**
 * Settings by key path. A path may lead to a whole object, which then replaces the current one.
 * @example await project.updateConfig({ 'auth.allowSignUp': false })
 */
export type AdminConfigOverride = { readonly [keyPath: string]: Json | undefined }

/**
 * The complete settings of a project.
 * @example
 * const config: AdminConfig = await project.getConfig()
 * console.log(config.auth.allowSignUp, config.users.allowClientUserDeletion, config.teams.allowClientTeamCreation)
 * console.log(config.rbac.permissions, config.apiKeys.enabled.user, config.domains.allowLocalhost, config.branding)
 * console.log(config.emails.selectedThemeId, config.payments.items, config.dataVault.stores)
 * console.log(config.sourceOfTruth.type, config.workflows.availableWorkflows, config.oauthProvider?.isEnabled)
 */
export interface AdminConfig {
  /** Where users are stored. */
  sourceOfTruth:
    | { type: 'hosted' }
    | { type: 'postgres'; connectionString: string }
    | { type: 'neon'; connectionStrings: Entries<string> }
  /** The permissions, and who has which by default. */
  rbac: {
    permissions: Entries<{
      description?: string
      scope?: 'team' | 'project'
      containedPermissionIds: Entries<true>
    }>
    defaultPermissions: { teamCreator: Entries<true>; teamMember: Entries<true>; signUp: Entries<true> }
  }
  /** Whether users and teams can create API keys. */
  apiKeys: { enabled: { team: boolean; user: boolean } }
  /** How teams are created, and whether their admins can change roles. */
  teams: { createPersonalTeamOnSignUp: boolean; allowClientTeamCreation: boolean; allowClientRoleChanges: boolean }
  /** What users may do with their accounts. */
  users: { allowClientUserDeletion: boolean }
  /** Where redirects and email links may lead. */
  domains: { allowLocalhost: boolean; trustedDomains: Entries<{ baseUrl?: string; handlerPath: string }> }
  /** How users sign in. */
  auth: {
    allowSignUp: boolean
    password: { allowSignIn: boolean }
    otp: { allowSignIn: boolean }
    passkey: { allowSignIn: boolean }
    stepUp: { isRequired: boolean }
    sessions: { longestLifeMinutes?: number; inactivityMinutes?: number; maxPerUser?: number }
    secondFactor: { policy: SecondFactorPolicy; requiredFromMillis?: number; allowTrustedDevices: boolean }
    sessionKeys: { isRequired: boolean }
    oauth: {
      accountMergeStrategy: OAuthAccountMergeStrategy
      plainPkceClients?: Entries<true>
      providers: Entries<{
        type?: string
        allowSignIn: boolean
        allowConnectedAccounts: boolean
        isShared: boolean
        clientId?: string
        clientSecret?: string
        facebookConfigId?: string
        microsoftTenantId?: string
      }>
    }
  }
  /** Templates, themes and the email server, the default language, and whether users must ask for marketing emails. */
  emails: {
    isMarketingOptIn: boolean
    defaultLocale?: string
    selectedThemeId: string
    themes: Entries<{ displayName: string; tsxSource: string }>
    templates: Entries<{ displayName: string; tsxSource: string; themeId?: string | false }>
    server: { isShared: boolean; provider: 'smtp' | 'resend' } & Partial<AdminEmailServer>
  }
  /** The colors, corners and logo of the pages. */
  branding?: Branding
  /** Offers and items. */
  payments: {
    autoPay?: { interval?: DayInterval }
    groups: Entries<{ displayName?: string }>
    items: Entries<{ displayName: string; customerType: CustomerType }>
    offers: Entries<AdminOffer>
  }
  /** The stores of the data vault. */
  dataVault: { stores: Entries<{ displayName: string }> }
  /** Other apps that users sign in to with their account. Absent while nothing is set. */
  oauthProvider?: {
    isEnabled: boolean
    consentUrl?: string
    scopes: Entries<{ displayName: string; description?: string; permissionId?: string }>
    resources: Entries<{
      displayName: string
      uri?: string
      scopes: Entries<true>
      isDefault: boolean
      accessTokenMinutes?: number
    }>
    claims: Entries<{ scope: string; metadata: 'client' | 'client_read_only' | 'server'; key: string }>
    allowMetadataDocuments: boolean
    allowRegistration: boolean
  }
  /** Code that runs on events. */
  workflows: { availableWorkflows: Entries<{ displayName?: string; tsSource?: string; enabled: boolean }> }
}

interface AdminOffer {
  displayName: string
  customerType: CustomerType
  groupId?: string
  isAddOnTo: false | Entries<true>
  freeTrial?: DayInterval
  serverOnly: boolean
  stackable?: boolean
  prices: 'include-by-default' | Entries<AdminPrice>
  includedItems: Entries<{
    quantity: number
    repeat: DayInterval | 'never'
    expires: 'never' | 'when-purchase-expires' | 'when-repeated'
  }>
}

type AdminPrice = { [Code in Currency]?: string } & {
  interval?: DayInterval
  serverOnly: boolean
  freeTrial?: DayInterval
}

/** Reads the settings, and returns the same object while nothing has changed. */
export function createConfigReader({ core, as }: Admin): () => Promise<AdminConfig> {
  const parse = keepWhileEqual((text: string): AdminConfig => JSON.parse(text))
  return async () => parse((await core.call('GET /internal/config', as)).config_string)
}

export async function updateConfig({ core, as }: Admin, override: AdminConfigOverride): Promise<void> {
  const body = { config_override_string: JSON.stringify(override) }
  await core.call('PATCH /internal/config/override', { ...as, body })
}
