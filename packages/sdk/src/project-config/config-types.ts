import type { Json } from '../app/types.ts'
import type { AdminEmailServer, OAuthAccountMergeStrategy } from '../projects/admin-project-types.ts'

type Interval = [number, 'day' | 'week' | 'month' | 'year']
type CustomerType = 'user' | 'team' | 'custom'
type Entries<T> = { [id: string]: T }

/** Settings by key path; a path may lead to a whole object, which then takes the place of what was there. */
export type AdminConfigOverride = { readonly [keyPath: string]: Json | undefined }

/** The complete settings of a project. */
export interface AdminConfig {
  sourceOfTruth:
    | { type: 'hosted' }
    | { type: 'postgres'; connectionString: string }
    | { type: 'neon'; connectionStrings: Entries<string> }
  rbac: {
    permissions: Entries<{
      description?: string
      scope?: 'team' | 'project'
      containedPermissionIds: Entries<true>
    }>
    defaultPermissions: { teamCreator: Entries<true>; teamMember: Entries<true>; signUp: Entries<true> }
  }
  apiKeys: { enabled: { team: boolean; user: boolean } }
  teams: { createPersonalTeamOnSignUp: boolean; allowClientTeamCreation: boolean }
  users: { allowClientUserDeletion: boolean }
  domains: { allowLocalhost: boolean; trustedDomains: Entries<{ baseUrl?: string; handlerPath: string }> }
  auth: {
    allowSignUp: boolean
    password: { allowSignIn: boolean }
    otp: { allowSignIn: boolean }
    passkey: { allowSignIn: boolean }
    stepUp: { isRequired: boolean }
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
  emails: {
    selectedThemeId: string
    themes: Entries<{ displayName: string; tsxSource: string }>
    templates: Entries<{ displayName: string; tsxSource: string; themeId?: string | false }>
    server: { isShared: boolean; provider: 'smtp' | 'resend' } & Partial<AdminEmailServer>
  }
  payments: {
    autoPay?: { interval?: Interval }
    groups: Entries<{ displayName?: string }>
    items: Entries<{ displayName: string; customerType: CustomerType }>
    offers: Entries<AdminOffer>
  }
  dataVault: { stores: Entries<{ displayName: string }> }
  workflows: { availableWorkflows: Entries<{ displayName?: string; tsSource?: string; enabled: boolean }> }
}

interface AdminOffer {
  displayName: string
  customerType: CustomerType
  groupId?: string
  isAddOnTo: false | Entries<true>
  freeTrial?: Interval
  serverOnly: boolean
  stackable?: boolean
  prices: 'include-by-default' | Entries<AdminPrice>
  includedItems: Entries<{
    quantity: number
    repeat: Interval | 'never'
    expires: 'never' | 'when-purchase-expires' | 'when-repeated'
  }>
}

type AdminPrice = { [Currency in 'USD' | 'EUR' | 'GBP' | 'JPY' | 'INR' | 'AUD' | 'CAD']?: string } & {
  interval?: Interval
  serverOnly: boolean
  freeTrial?: Interval
}
