import { providerNameOf } from './provider-names.ts'

/** Settings that are on or off, in words that follow "turned on". */
export const toggles: Readonly<Record<string, string>> = {
  'auth.allowSignUp': 'sign-up',
  'auth.password.allowSignIn': 'password sign-in',
  'auth.otp.allowSignIn': 'sign-in by magic link',
  'auth.passkey.allowSignIn': 'passkey sign-in',
  'auth.stepUp.isRequired': 'confirmation before sensitive changes',
  'auth.secondFactor.allowTrustedDevices': 'trusted devices',
  'auth.sessionKeys.isRequired': 'refusing sessions that could be copied',
  'apiKeys.enabled.user': 'API keys of users',
  'apiKeys.enabled.team': 'API keys of teams',
  'teams.createPersonalTeamOnSignUp': 'personal teams',
  'teams.allowClientTeamCreation': 'team creation by users',
  'teams.allowClientRoleChanges': 'role changes by team admins',
  'users.allowClientUserDeletion': 'account deletion by users',
  'domains.allowLocalhost': 'localhost as a trusted domain',
  'emails.server.isShared': 'the shared email server',
  'emails.isMarketingOptIn': 'opt-in for marketing emails',
  'oauthProvider.isEnabled': 'the OAuth provider',
  'oauthProvider.allowMetadataDocuments': 'clients with a metadata document',
  'oauthProvider.allowRegistration': 'registration by OAuth clients themselves',
  is_production_mode: 'production mode',
  is_enabled: 'the endpoint',
  is_active: 'sign-in with it',
  is_required: 'sign-in only through the provider',
}

/** Other settings, in words that follow "changed the". */
export const settings: Readonly<Record<string, string>> = {
  'auth.oauth.accountMergeStrategy': 'handling of equal email addresses',
  'auth.sessions.longestLifeMinutes': 'longest life of sessions (minutes)',
  'auth.sessions.inactivityMinutes': 'end of unused sessions (minutes)',
  'auth.sessions.maxPerUser': 'number of sessions per user',
  'auth.secondFactor.policy': 'rule for second factors',
  'auth.secondFactor.requiredFromMillis': 'date from which a second factor is required',
  'emails.selectedThemeId': 'email theme',
  'emails.defaultLocale': 'default language',
  'emails.server': 'settings of the email server',
  'emails.server.provider': 'email provider',
  'emails.server.host': 'email server',
  'emails.server.port': 'port of the email server',
  'emails.server.username': 'user name of the email server',
  'emails.server.password': 'password of the email server',
  'emails.server.senderName': 'sender name',
  'emails.server.senderEmail': 'sender address',
  'payments.autoPay.interval': 'automatic payment interval',
  'oauthProvider.consentUrl': 'address of the consent page',
  'branding.brand': 'brand color',
  'branding.mode': 'theme of the sign-in pages',
  'branding.radius': 'corner radius',
  'branding.flow': 'steps of the sign-in page',
  display_name: 'name',
  description: 'description',
  environment: 'environment',
  logo_url: 'logo',
  logo_dark_mode_url: 'logo for dark theme',
  full_logo_url: 'logo with name',
  full_logo_dark_mode_url: 'logo with name for dark theme',
  primary_email: 'email address',
  role: 'role',
  host: 'host',
  url: 'URL',
  tsx_source: 'source',
  theme_id: 'theme',
  event_types: 'events',
  provider: 'settings of the identity provider',
  attributes: 'attributes',
  roles: 'roles',
  redirect_uris: 'redirect URIs',
  post_logout_redirect_uris: 'redirect URIs after sign-out',
  backchannel_logout_uri: 'sign-out URL',
  scopes: 'scopes',
  skips_consent: 'sign-in without approval',
  break_glass_user_id: 'member for emergencies',
}

/** Settings with entries of their own, such as domains: what one is called, and which of its fields names it. */
export interface Entries {
  prefix: string
  noun: string
  namedBy?: string
  nameOf?: (id: string) => string
}

export const entries: readonly Entries[] = [
  { prefix: 'domains.trustedDomains', noun: 'domain', namedBy: 'baseUrl' },
  { prefix: 'auth.oauth.providers', noun: 'sign-in provider', nameOf: providerNameOf },
  { prefix: 'auth.oauth.plainPkceClients', noun: 'client without hashed PKCE' },
  { prefix: 'rbac.permissions', noun: 'permission' },
  { prefix: 'rbac.defaultPermissions.teamCreator', noun: 'default permission of team creators' },
  { prefix: 'rbac.defaultPermissions.teamMember', noun: 'default permission of team members' },
  { prefix: 'rbac.defaultPermissions.signUp', noun: 'default permission of new users' },
  { prefix: 'emails.themes', noun: 'email theme', namedBy: 'displayName' },
  { prefix: 'emails.templates', noun: 'email template', namedBy: 'displayName' },
  { prefix: 'payments.groups', noun: 'offer group', namedBy: 'displayName' },
  { prefix: 'payments.items', noun: 'item', namedBy: 'displayName' },
  { prefix: 'payments.offers', noun: 'offer', namedBy: 'displayName' },
  { prefix: 'dataVault.stores', noun: 'data vault store', namedBy: 'displayName' },
  { prefix: 'oauthProvider.scopes', noun: 'scope', namedBy: 'displayName' },
  { prefix: 'oauthProvider.resources', noun: 'resource', namedBy: 'displayName' },
  { prefix: 'oauthProvider.claims', noun: 'claim' },
  { prefix: 'workflows.availableWorkflows', noun: 'workflow', namedBy: 'displayName' },
  { prefix: 'branding.light', noun: 'light color' },
  { prefix: 'branding.dark', noun: 'dark color' },
]

const fields: Readonly<Record<string, string>> = {
  baseUrl: 'URL',
  handlerPath: 'handler path',
  allowSignIn: 'sign-in',
  allowConnectedAccounts: 'connected accounts',
  isShared: 'shared keys',
  clientId: 'client ID',
  clientSecret: 'client secret',
  client_id: 'client ID',
  client_authentication: 'how the secret is sent',
  stored_secret: 'fingerprint of the stored secret',
  authorization_url: 'authorization URL',
  token_url: 'token URL',
  jwks_url: 'URL of the keys',
  user_info_url: 'user info URL',
  metadata_url: 'metadata URL',
  entity_id: 'entity ID',
  sign_in_url: 'sign-in URL',
  is_idp_initiated_allowed: 'sign-ins that begin at the provider',
  display_name: 'name',
  profile_image_url: 'profile picture',
  default_permission_id: 'if no group matches',
  permission_id: 'permission',
  facebookConfigId: 'configuration ID',
  microsoftTenantId: 'tenant ID',
  displayName: 'name',
  document: 'content',
  uri: 'URI',
  permissionId: 'permission',
  isDefault: 'default',
  accessTokenMinutes: 'lifetime of access tokens (minutes)',
  tsxSource: 'source',
  tsSource: 'source',
  themeId: 'theme',
  isAddOnTo: 'add-on to',
  customerType: 'customer type',
  includedItems: 'included items',
  containedPermissionIds: 'contained permissions',
  groupId: 'group',
  serverOnly: 'server only',
  freeTrial: 'free trial',
}

/** "prices.monthly.USD" → "prices › monthly › USD". */
export const wordsOfField = (path: string) =>
  path
    .split('.')
    .map((name) => fields[name] ?? spaced(name))
    .join(' › ')

/** "someSetting" → "some setting". Names in capitals, such as currencies, stay as they are. */
const spaced = (name: string) =>
  /[a-z]/.test(name) && /^[a-z]/.test(name)
    ? name.replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
    : name
