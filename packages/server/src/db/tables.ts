import type { CustomerType } from '@latchkey/contract'
import type { ColumnType, JSONColumnType } from 'kysely'

/** JSON is written as text and read as a value. */
type Json = ColumnType<unknown, string | null, string | null>
type WithDefault<T> = ColumnType<T, T | undefined, T>

export interface Tables {
  deployment: { name: string; value: string }
  projects: ProjectTable
  project_key_sets: KeySetTable
  teams: TeamTable
  users: UserTable
  contact_channels: ContactChannelTable
  provider_links: ProviderLinkTable
  sessions: SessionTable
  team_memberships: TeamMembershipTable
  team_permissions: { project_id: string; team_id: string; user_id: string; permission_id: string }
  project_permissions: { project_id: string; user_id: string; permission_id: string }
  verification_codes: VerificationCodeTable
  outgoing_mails: OutgoingEmailTable
  sent_emails: SentEmailTable
  cli_logins: CliLoginTable
  passkeys: PasskeyTable
  oauth_flows: OAuthFlowTable
  oauth_codes: OAuthCodeTable
  provider_tokens: ProviderTokenTable
  files: FileTable
  notification_preferences: NotificationPreferenceTable
  api_keys: ApiKeyTable
  requested_codes: { project_id: string; id: string; request_encrypted: string; created_at: Date }
  guess_limits: { key: string; full_at: Date }
  rate_limits: { key: string; points: number; expire: string }
  webhook_events: WebhookEventTable
  webhook_endpoints: WebhookEndpointTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_attempts: WebhookAttemptTable
  audit_entries: AuditEntryTable
  email_drafts: EmailDraftTable
  email_sends: EmailSendTable
  email_send_recipients: EmailSendRecipientTable
  metric_counters: MetricCounterTable
  ai_chat_messages: AiChatMessageTable
  data_vault_values: DataVaultValueTable
  user_activity: UserActivityTable
  item_accounts: ItemAccountTable
  item_changes: ItemChangeTable
  item_checkpoints: ItemCheckpointTable
  subscriptions: SubscriptionTable
  former_plans: { project_id: string; subscription_id: string }
  one_time_purchases: OneTimePurchaseTable
}

interface ProjectTable {
  id: string
  display_name: string
  description: WithDefault<string>
  logo_url: string | null
  full_logo_url: string | null
  is_production_mode: WithDefault<boolean>
  owner_team_id: string | null
  config_override: JSONColumnType<Record<string, unknown>>
  created_at: Date
  deleted_at: WithDefault<Date | null>
  stripe_account_id: WithDefault<string | null>
  tenancy_id: WithDefault<string>
}

interface KeySetTable {
  project_id: string
  id: string
  description: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  publishable_client_key_hash: Buffer | null
  publishable_client_key_last_four: string | null
  secret_server_key_hash: Buffer | null
  secret_server_key_last_four: string | null
  super_secret_admin_key_hash: Buffer | null
  super_secret_admin_key_last_four: string | null
}

interface TeamTable {
  project_id: string
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  created_at: Date
}

interface TeamMembershipTable {
  project_id: string
  team_id: string
  user_id: string
  created_at: Date
  display_name: WithDefault<string | null>
  profile_image_url: WithDefault<string | null>
  /** Kept by a trigger. */
  user_signed_up_at: ColumnType<Date, never, never>
}

interface UserTable {
  project_id: string
  id: string
  display_name: string | null
  profile_image_url: string | null
  is_anonymous: WithDefault<boolean>
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  selected_team_id: string | null
  password_hash: string | null
  otp_auth_enabled: WithDefault<boolean>
  totp_secret_encrypted: string | null
  requires_totp: WithDefault<boolean>
  oauth_providers: ColumnType<unknown, never, never>
  has_passkey: ColumnType<boolean, never, never>
  last_totp_step: ColumnType<string | null, number | null | undefined, number | null>
  signed_up_at: Date
  last_active_at: Date
  search_text: WithDefault<string>
}

interface ContactChannelTable {
  project_id: string
  user_id: string
  id: string
  type: 'email'
  value: string
  is_primary: boolean
  is_verified: boolean
  used_for_auth: boolean
  /** The address that the account was made with, or that the app's server gave it. */
  signs_in_unverified: WithDefault<boolean>
  created_at: Date
}

interface ProviderLinkTable {
  project_id: string
  user_id: string
  id: string
  provider_config_id: string
  account_id: string
  email: string | null
  allow_sign_in: boolean
  allow_connected_accounts: boolean
  created_at: Date
}

interface SessionTable {
  project_id: string
  id: string
  user_id: string
  refresh_token_hash: Buffer
  is_impersonation: boolean
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  last_used_ip_info: Json
  authenticated_at: Date | null
  authentication_methods: WithDefault<string[]>
}

interface FileTable {
  project_id: string
  folder: string
  id: string
  owner_id: string
  content_type: string
  content: Buffer
  created_at: Date
}

interface VerificationCodeTable {
  project_id: string
  kind: string
  code_hash: Buffer
  nonce_hash: Buffer
  user_id: string | null
  data: Json
  attempts: WithDefault<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface OutgoingEmailTable {
  project_id: string
  id: string
  template: string
  content_encrypted: string
  created_at: Date
  worthless_after: Date
  attempts: WithDefault<number>
  /** Null: it was given up. */
  next_attempt_at: WithDefault<Date | null>
  claim_id: WithDefault<string | null>
  claimed_until: WithDefault<Date | null>
  given_up_at: WithDefault<Date | null>
}

interface SentEmailTable {
  project_id: string
  id: string
  template: string
  subject: string
  recipients: string[]
  sender_config: Json
  error: Json
  sent_at: Date
  mail_id: string | null
}

interface EmailDraftTable {
  project_id: string
  id: string
  display_name: string
  tsx_source: string
  /** The id of a theme, `none`, or null for the theme of the project. */
  theme_id: string | null
  created_at: Date
  updated_at: Date
  sent_at: Date | null
  /** Of what was said and to whom when it was sent last. */
  sent_fingerprint: Buffer | null
}

interface EmailSendTable {
  project_id: string
  id: string
  content_encrypted: string
  created_at: Date
  /** Null: nobody is left but those who were given up. */
  next_run_at: Date | null
  claim_id: WithDefault<string | null>
  claimed_until: WithDefault<Date | null>
}

interface EmailSendRecipientTable {
  project_id: string
  send_id: string
  user_id: string
  attempts: WithDefault<number>
  /** Null: it was given up. */
  not_before: Date | null
}

interface CliLoginTable {
  project_id: string
  polling_code_hash: Buffer
  login_code_hash: Buffer
  user_id: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface PasskeyTable {
  project_id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  device_type: string
  created_at: Date
}

interface OAuthFlowTable {
  project_id: string
  state_hash: Buffer
  provider_config_id: string
  proof_encrypted: string
  request: Json
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface OAuthCodeTable {
  project_id: string
  code_hash: Buffer
  user_id: string | null
  redirect_uri: string
  code_challenge: string
  code_challenge_method: 'S256' | 'plain'
  is_new_user: boolean
  after_callback_redirect_url: Json
  created_at: Date
  expires_at: Date
  used_at: Date | null
  refresh_token_hash: Buffer | null
  pending_encrypted: string | null
}

interface ProviderTokenTable {
  project_id: string
  user_id: string
  link_id: string
  scopes: string[]
  access_token_encrypted: string | null
  access_token_expires_at: Date
  refresh_token_encrypted: string | null
  renewed_until: Date | null
}

interface NotificationPreferenceTable {
  project_id: string
  user_id: string
  category_id: string
  is_enabled: boolean
}

interface ApiKeyTable {
  project_id: string
  id: string
  user_id: string | null
  team_id: string | null
  description: string
  is_public: boolean
  value_hash: Buffer
  last_four: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

interface WebhookEventTable {
  project_id: string
  id: string
  sequence: ColumnType<string, never, never>
  object_id: string
  type: string
  data: Json
  created_at: Date
}

interface WebhookEndpointTable {
  project_id: string
  id: string
  url: string
  description: string
  event_types: string[] | null
  is_enabled: boolean
  disabled_reason: WithDefault<'failing' | 'gone' | null>
  secret_encrypted: string
  previous_secret_encrypted: WithDefault<string | null>
  previous_secret_until: WithDefault<Date | null>
  failing_since: WithDefault<Date | null>
  busy_until: WithDefault<Date | null>
  created_at: Date
}

interface WebhookDeliveryTable {
  project_id: string
  endpoint_id: string
  event_id: string
  sequence: ColumnType<string, string, never>
  object_id: string
  type: string
  state: 'pending' | 'resending' | 'delivered' | 'failed'
  attempts: WithDefault<number>
  next_attempt_at: Date | null
  created_at: Date
}

interface WebhookAttemptTable {
  project_id: string
  endpoint_id: string
  event_id: string
  number: number
  attempted_at: Date
  duration_millis: number
  response_status: number | null
  response_text: string | null
  failure: string | null
}

interface MetricCounterTable {
  project_id: string
  name: string
  key: string
  is_anonymous: boolean
  shard: number
  count: ColumnType<string, number, number>
}

interface AiChatMessageTable {
  project_id: string
  thread_id: string
  sequence: ColumnType<string, never, never>
  message: Json
  created_at: Date
}

interface DataVaultValueTable {
  project_id: string
  store_id: string
  key_hash: Buffer
  data_key_encrypted: string
  value_encrypted: Buffer
  created_at: Date
  updated_at: Date
}

interface UserActivityTable {
  project_id: string
  user_id: string
  last_active_at: Date
  country: string | null
  is_anonymous: boolean
}

interface AuditEntryTable {
  project_id: string
  id: string
  happened_at: Date
  action: string
  actor_type: string
  actor_id: string | null
  target_type: string
  target_id: string
  details: Json
  ip_address: string | null
  user_agent: string | null
  request_id: string | null
}

interface ItemAccountTable {
  project_id: string
  customer_type: CustomerType
  customer_id: string
  /** A big integer, which comes as text. */
  revision: ColumnType<string, number, number>
  latest_at: Date
}

interface ItemCheckpointTable {
  project_id: string
  customer_type: CustomerType
  customer_id: string
  item_id: string
  at: Date
  made_at: Date
  grants_hash: string
  granted: number
  expired: number
  used: number
}

interface ItemChangeTable {
  project_id: string
  id: string
  customer_type: CustomerType
  customer_id: string
  item_id: string
  delta: number
  created_at: Date
  expires_at: Date | null
  description: string | null
}

interface SubscriptionTable {
  project_id: string
  id: string
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  price_id: string | null
  /** An `Offer` of payments/catalog.ts, as it was when it was bought. */
  offer: Json
  quantity: number
  status: SubscriptionStatus
  period_start: Date
  period_end: Date
  cancel_at_period_end: WithDefault<boolean>
  stripe_subscription_id: string | null
  /** A big integer, which comes as text. */
  stripe_look: WithDefault<string | null>
  /** Somebody is changing the plan at the provider, at most until then. */
  changing_until: WithDefault<Date | null>
  is_test_mode: boolean
  created_at: Date
  canceled_at: WithDefault<Date | null>
  /** When its offer or quantity was changed last; null if never. Setting it keeps what it was before. */
  held_since: WithDefault<Date | null>
}

export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'canceled'
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'unpaid'

interface OneTimePurchaseTable {
  project_id: string
  id: string
  customer_type: CustomerType
  customer_id: string
  offer_id: string | null
  price_id: string | null
  offer: Json
  quantity: number
  stripe_payment_intent_id: string | null
  is_test_mode: boolean
  created_at: Date
}
