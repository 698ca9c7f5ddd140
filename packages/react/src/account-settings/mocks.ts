import {
  type ActiveSession,
  type ApiKey,
  type ApiKeyCreateOptions,
  appInternalsSymbol,
  type ContactChannel,
  type Passkey,
  type Project,
  type ProjectConfig,
} from '@latchkey/sdk'
import { useMemo } from 'react'
import type { CurrentUser } from '../hooks/user-types.ts'

/** Mock data for previews. Nothing is fetched, and changes are not saved. */
export interface MockProps {
  /** The user to show. */
  mockUser?:
    | Partial<
        Pick<
          CurrentUser,
          | 'displayName'
          | 'profileImageUrl'
          | 'locale'
          | 'primaryEmail'
          | 'primaryEmailVerified'
          | 'hasPassword'
          | 'otpAuthEnabled'
          | 'passkeyAuthEnabled'
          | 'isMultiFactorRequired'
        >
      >
    | undefined
  /** The project to show. */
  mockProject?: { displayName?: string | undefined; config?: Partial<ProjectConfig> | undefined } | undefined
  /** The API keys to show. */
  mockApiKeys?: readonly MockApiKey[] | undefined
  /** The sessions to show. */
  mockSessions?: readonly Partial<ActiveSession>[] | undefined
}

interface MockApiKey {
  id: string
  description: string
  createdAt: Date
  lastUsedAt?: Date | null | undefined
  expiresAt?: Date | undefined
  manuallyRevokedAt?: Date | null | undefined
  lastFour?: string | undefined
}

/** Creates the user and the project that the pages need. */
export function useMocks({ mockUser, mockProject, mockApiKeys, mockSessions }: MockProps) {
  return useMemo(
    () => ({
      user: createMockUser(mockUser, mockApiKeys, mockSessions),
      project: createMockProject(mockProject, mockApiKeys !== undefined),
    }),
    [mockUser, mockProject, mockApiKeys, mockSessions],
  )
}

function createMockProject(mock: MockProps['mockProject'], hasKeys: boolean): Project {
  return {
    id: 'mock',
    displayName: mock?.displayName ?? 'Acme',
    logoUrl: null,
    fullLogoUrl: null,
    logoDarkModeUrl: null,
    fullLogoDarkModeUrl: null,
    config: {
      signUpEnabled: true,
      credentialEnabled: true,
      magicLinkEnabled: true,
      passkeyEnabled: true,
      clientTeamCreationEnabled: false,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: hasKeys,
      allowTeamApiKeys: false,
      oauthProviders: [],
      ...mock?.config,
    },
  }
}

function createMockUser(
  mock: MockProps['mockUser'],
  apiKeys: readonly MockApiKey[] = [],
  sessions: readonly Partial<ActiveSession>[] = [],
): CurrentUser {
  const email = mock?.primaryEmail ?? 'ada@example.com'
  const channel = {
    id: 'mock',
    value: email,
    isPrimary: true,
    isVerified: mock?.primaryEmailVerified ?? true,
    usedForAuth: true,
  }
  const keys = apiKeys.map(createMockKey)
  const known: Record<PropertyKey, unknown> = {
    id: 'mock',
    displayName: 'Ada Lovelace',
    profileImageUrl: null,
    locale: null,
    primaryEmail: email,
    hasPassword: true,
    otpAuthEnabled: true,
    passkeyAuthEnabled: false,
    isMultiFactorRequired: false,
    oauthProviders: [],
    ...mock,
    useTeams: () => none,
    useContactChannels: () => [withActions<ContactChannel>(channel)],
    usePasskeys: () => (known.passkeyAuthEnabled ? [withActions<Passkey>(mockPasskey)] : none),
    useOAuthProviders: () => none,
    useOAuthGrants: () => none,
    useNotificationCategories: () => categories,
    useApiKeys: () => keys,
    useRecoveryCodeStatus: () => ({ remaining: 10, createdAt: new Date() }),
    createRecoveryCodes: async () => mockRecoveryCodes,
    getTrustedDevices: async () => none,
    getActiveSessions: async () => sessions.map(createMockSession),
    createContactChannel: async () => withActions<ContactChannel>(channel),
    createApiKey: async (_: ApiKeyCreateOptions) => ({ value: 'mock_0123456789' }),
    registerPasskey: async () => ({ status: 'ok' }),
    [appInternalsSymbol]: { linkAccount: doNothing },
  }
  return withActions<CurrentUser>(known)
}

const none: never[] = []

const mockPasskey = {
  id: 'mock',
  name: null,
  deviceName: 'iCloud Keychain',
  createdAt: new Date(),
  lastUsedAt: new Date(),
}
const mockRecoveryCodes = Array.from({ length: 10 }, (_, index) => `MCK${index}-0000-0000-0000`)

const categories = [
  { id: 'account', name: 'Transactional', enabled: true, canDisable: false, setEnabled: doNothing },
  { id: 'news', name: 'Marketing', enabled: true, canDisable: true, setEnabled: doNothing },
]

function createMockKey({ lastFour = 'mock', expiresAt, ...given }: MockApiKey): ApiKey {
  const { manuallyRevokedAt = null, lastUsedAt = null, ...key } = given
  const whyInvalid = () => {
    if (manuallyRevokedAt) return 'manually-revoked'
    return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : null
  }
  const value = { lastFour }
  const isValid = () => whyInvalid() === null
  return withActions({ ...key, expiresAt, manuallyRevokedAt, lastUsedAt, value, whyInvalid, isValid })
}

function createMockSession(session: Partial<ActiveSession>, index: number): ActiveSession {
  return {
    id: String(index),
    userId: 'mock',
    createdAt: new Date(),
    lastUsedAt: new Date(),
    isImpersonation: false,
    isCurrentSession: index === 0,
    geoInfo: undefined,
    userAgent: undefined,
    ...session,
  }
}

async function doNothing(): Promise<undefined> {}

/** Missing methods do nothing. */
function withActions<T>(known: object): T {
  return new Proxy(known, { get: (target, name) => (name in target ? Reflect.get(target, name) : doNothing) }) as T
}
