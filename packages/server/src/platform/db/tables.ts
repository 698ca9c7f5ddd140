import type { ColumnType } from 'kysely'

// Generated from a migrated database. After a migration: npx vitest run --project server src/db/tables.test.ts --update

/** JSON is written as text and read as a value. */
type Json = ColumnType<unknown, string, string>
type JsonObject = ColumnType<Record<string, unknown>, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** A big integer comes as text. */
type BigInteger = ColumnType<string, string | number, string | number>
type NullableBigInteger = ColumnType<string | null, string | number | null | undefined, string | number | null>
type WithDefault<T> = ColumnType<T, T | undefined, T>
/** Written by the database alone. */
type ReadOnly<T> = ColumnType<T, never, never>

export interface Tables {
  ai_chat_messages: {
    project_id: string
    thread_id: string
    sequence: ReadOnly<string>
    message: Json
    created_at: Date
  }
  api_key_uses: {
    project_id: string
    key_id: string
    used_at: Date
  }
  api_keys: {
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
  audit_entries: {
    project_id: string
    id: string
    happened_at: Date
    action: string
    actor_type: string
    actor_id: string | null
    target_type: string
    target_id: string
    details: NullableJson
    ip_address: string | null
    user_agent: string | null
    request_id: string | null
  }
  audit_exports: {
    project_id: string
    id: string
    sequence: ReadOnly<string>
    claim_id: string | null
    claimed_until: Date | null
  }
  cli_auth_requests: {
    project_id: string
    polling_code_hash: Buffer
    login_code_hash: Buffer
    user_id: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
    connection_id: string | null
  }
  config_changes: {
    project_id: string
    revision: number
    changed_at: Date
    actor_type: string
    actor_id: string | null
    changes: Json
    previous: Json
    previous_bytes: number
    subject: WithDefault<string>
  }
  connection_domains: {
    project_id: string
    id: string
    team_id: string | null
    domain: string
    challenge: string
    created_at: Date
    verified_at: Date | null
    checked_at: Date | null
    failing_since: Date | null
    check_at: Date | null
    unreachable_since: Date | null
    lapsed_at: Date | null
  }
  connection_setups: {
    project_id: string
    connection_id: string
    code_hash: Buffer
    owner_id: string | null
    key_set_id: string | null
    preset: string | null
    created_at: Date
    expires_at: Date
    opened_at: Date | null
    finished_at: Date | null
  }
  connections: {
    project_id: string
    id: string
    team_id: string | null
    type: 'oidc' | 'oauth2' | 'saml'
    display_name: string
    is_active: boolean
    settings: Json
    secrets_encrypted: string | null
    version: number
    created_at: Date
    updated_at: Date
    last_sign_in_at: Date | null
    read_metadata_at: Date | null
    last_test: NullableJson
  }
  contact_channels: {
    project_id: string
    user_id: string
    id: string
    type: 'email'
    value: string
    is_primary: boolean
    is_verified: boolean
    used_for_auth: boolean
    signs_in_unverified: WithDefault<boolean>
    created_at: Date
    verified_at: Date | null
    claimed_at: Date | null
  }
  data_vault_values: {
    project_id: string
    store_id: string
    key_hash: Buffer
    data_key_encrypted: string
    value_encrypted: Buffer
    created_at: Date
    updated_at: Date
  }
  deployment: {
    name: string
    value: string
  }
  directories: {
    project_id: string
    id: string
    team_id: string
    created_at: Date
  }
  directory_group_members: {
    project_id: string
    directory_id: string
    group_id: string
    directory_user_id: string
  }
  directory_groups: {
    project_id: string
    directory_id: string
    id: string
    display_name: string
    name_key: string
    external_id: string | null
    revision: number
    created_at: Date
    updated_at: Date
  }
  directory_operations: {
    project_id: string
    directory_id: string
    id: string
    happened_at: Date
    action: string
    subject: string | null
    user_id: string | null
    details: string | null
  }
  directory_roles: {
    project_id: string
    directory_id: string
    group_key: string
    permission_id: string
    group_name: string
  }
  directory_tokens: {
    project_id: string
    directory_id: string
    token_hash: Buffer
    last_four: string
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
  }
  directory_users: {
    project_id: string
    directory_id: string
    id: string
    user_id: string
    user_name: string
    user_name_key: string
    external_id: string | null
    email: string
    is_active: boolean
    was_created: boolean
    attributes: Json
    revision: number
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  email_drafts: {
    project_id: string
    id: string
    display_name: string
    tsx_source: string
    theme_id: string | null
    created_at: Date
    updated_at: Date
    sent_at: Date | null
    sent_fingerprint: Buffer | null
    document: NullableJson
  }
  email_sends: {
    project_id: string
    id: string
    content_encrypted: string
    title: string
    draft_id: string | null
    created_at: Date
    scheduled_at: Date | null
    stopped_at: Date | null
    recipient_count: number
    stopped_count: WithDefault<number>
  }
  email_source_versions: {
    project_id: string
    source_id: string
    id: string
    tsx_source: string
    replaced_at: Date
    document: NullableJson
  }
  files: {
    project_id: string
    folder: string
    id: string
    owner_id: string
    content_type: string
    content: Buffer
    created_at: Date
  }
  former_members: {
    project_id: string
    team_id: string
    user_id: string
  }
  former_plans: {
    project_id: string
    subscription_id: string
    held_since: Date
    held_until: Date
    offer_id: string | null
    offer: Json
    quantity: number
  }
  guess_limits: {
    key: string
    full_at: Date
  }
  item_accounts: {
    project_id: string
    customer_type: 'user' | 'team' | 'custom'
    customer_id: string
    revision: BigInteger
    latest_at: Date
    created_at: Date
  }
  item_changes: {
    project_id: string
    id: string
    customer_type: 'user' | 'team' | 'custom'
    customer_id: string
    item_id: string
    delta: number
    created_at: Date
    expires_at: Date | null
    description: string | null
  }
  item_checkpoints: {
    project_id: string
    customer_type: 'user' | 'team' | 'custom'
    customer_id: string
    item_id: string
    at: Date
    made_at: Date
    grants_hash: string
    granted: number
    expired: number
    used: number
  }
  job_turns: {
    name: string
    turn: BigInteger
  }
  jobs: {
    id: WithDefault<string>
    name: string
    payload: Json
    attempts: WithDefault<number>
    max_attempts: WithDefault<number>
    next_attempt_at: Date | null
    claim_id: string | null
    claimed_until: Date | null
    failed_at: Date | null
    error: string | null
  }
  metric_counters: {
    project_id: string
    name: 'users' | 'sign-ups' | 'sessions' | 'active' | 'active-week' | 'active-month' | 'country' | 'method' | 'fails'
    key: string
    is_anonymous: boolean
    shard: number
    count: BigInteger
  }
  migrations: {
    name: string
    checksum: string
    applied_at: WithDefault<Date>
    version: WithDefault<string>
  }
  nodes: {
    id: string
    name: string
    version: string
    started_at: Date
    last_seen_at: Date
    key_ids: WithDefault<string[]>
  }
  notification_preferences: {
    project_id: string
    user_id: string
    category_id: string
    is_enabled: boolean
  }
  oauth_client_secrets: {
    project_id: string
    client_id: string
    id: string
    secret_hash: Buffer
    ending: string
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
  }
  oauth_clients: {
    project_id: string
    id: string
    type: 'web' | 'single_page' | 'native' | 'machine'
    display_name: string
    redirect_uris: string[]
    post_logout_redirect_uris: string[]
    backchannel_logout_uri: string | null
    scopes: string[] | null
    skips_consent: boolean
    registration: NullableJson
    registration_token_hash: Buffer | null
    created_at: Date
    updated_at: Date
    last_used_at: Date | null
    expires_at: Date | null
  }
  oauth_codes: {
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
    connection_id: string | null
  }
  oauth_flows: {
    project_id: string
    state_hash: Buffer
    provider_config_id: string
    proof_encrypted: string
    request: Json
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  oauth_grants: {
    project_id: string
    id: string
    user_id: string
    client_id: string
    client_name: string
    team_id: string | null
    scopes: string[]
    payload: Json
    created_at: Date
    updated_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    last_used_ip_info: NullableJson
    last_used_user_agent: string | null
  }
  oauth_keys: {
    project_id: string
    id: string
    algorithm: string
    private_key_encrypted: string
    created_at: Date
  }
  oauth_records: {
    project_id: string
    kind: string
    id_hash: Buffer
    payload: Json
    grant_id: string | null
    user_id: string | null
    session_id: string | null
    uid_hash: Buffer | null
    user_code_hash: Buffer | null
    consumed_at: Date | null
    answer_encrypted: string | null
    expires_at: Date
  }
  one_time_purchases: {
    project_id: string
    id: string
    customer_type: 'user' | 'team' | 'custom'
    customer_id: string
    offer_id: string | null
    price_id: string | null
    offer: Json
    quantity: number
    stripe_payment_intent_id: string | null
    is_test_mode: boolean
    created_at: Date
    refunded_at: Date | null
  }
  outgoing_emails: {
    project_id: string
    id: string
    kind: string
    content_encrypted: string | null
    created_at: Date
    discard_after: Date | null
    attempts: WithDefault<number>
    next_attempt_at: Date | null
    claim_id: string | null
    claimed_until: Date | null
    given_up_at: Date | null
    unconfirmed_attempts: WithDefault<number>
    send_id: string | null
    user_id: string | null
    turn_at: Date | null
  }
  passkeys: {
    project_id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: BigInteger
    transports: string[]
    device_type: string
    created_at: Date
    id: string
    name: string | null
    device_name: string | null
    last_used_at: Date | null
    ends_at: Date | null
  }
  project_key_sets: {
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
    created_by: string | null
    may_delete_project: WithDefault<boolean>
    replaced_at: Date | null
  }
  project_key_uses: {
    project_id: string
    set_id: string
    used_at: Date
    local_origin: string | null
  }
  project_permissions: {
    project_id: string
    user_id: string
    permission_id: string
  }
  projects: {
    id: string
    display_name: string
    description: WithDefault<string>
    logo_url: string | null
    full_logo_url: string | null
    logo_dark_mode_url: string | null
    full_logo_dark_mode_url: string | null
    is_production_mode: WithDefault<boolean>
    owner_team_id: string | null
    config_override: JsonObject
    config_revision: WithDefault<number>
    tenancy_id: WithDefault<string>
    stripe_account_id: string | null
    created_at: Date
    deleted_at: Date | null
    environment: 'development' | 'staging' | 'production' | null
    environment_group_id: string | null
    has_team_policies: WithDefault<boolean>
    trust_generation: WithDefault<number>
    has_connections: WithDefault<boolean>
  }
  provider_links: {
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
  provider_tokens: {
    project_id: string
    user_id: string
    link_id: string
    scopes: string[]
    access_token_encrypted: string | null
    access_token_expires_at: Date
    refresh_token_encrypted: string | null
    renewed_until: Date | null
  }
  rate_limits: {
    key: string
    points: WithDefault<number>
    expire: NullableBigInteger
  }
  recovery_code_sets: {
    project_id: string
    user_id: string
    hash_key_encrypted: string
    created_at: Date
  }
  recovery_codes: {
    project_id: string
    user_id: string
    code_hash: Buffer
    used_at: Date | null
  }
  sent_emails: {
    project_id: string
    id: string
    email_id: string | null
    kind: string
    subject: string
    recipients: string[]
    sender_config: Json
    error: NullableJson
    sent_at: Date
    html_encrypted: string | null
    locale: string | null
  }
  sessions: {
    project_id: string
    id: string
    user_id: string
    refresh_token_hash: Buffer
    is_impersonation: boolean
    impersonator_id: string | null
    impersonator_session_id: string | null
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    last_used_ip_info: NullableJson
    last_used_user_agent: string | null
    authenticated_at: Date | null
    authentication_methods: WithDefault<string[]>
    key_thumbprint: string | null
    key_nonce: string | null
    copy_refused_at: Date | null
    is_kept_by_server: WithDefault<boolean>
    connection_id: string | null
  }
  subscriptions: {
    project_id: string
    id: string
    customer_type: 'user' | 'team' | 'custom'
    customer_id: string
    offer_id: string | null
    price_id: string | null
    offer: Json
    quantity: number
    status: 'active' | 'trialing' | 'canceled' | 'paused' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid'
    period_start: Date
    period_end: Date
    held_since: Date | null
    cancel_at_period_end: WithDefault<boolean>
    stripe_subscription_id: string | null
    stripe_snapshot: NullableBigInteger
    changing_until: Date | null
    is_test_mode: boolean
    created_at: Date
    canceled_at: Date | null
  }
  team_memberships: {
    project_id: string
    team_id: string
    user_id: string
    created_at: Date
    display_name: string | null
    profile_image_url: string | null
    user_signed_up_at: ReadOnly<Date>
    owner_role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer' | null
  }
  team_permissions: {
    project_id: string
    team_id: string
    user_id: string
    permission_id: string
    directory_id: string | null
  }
  teams: {
    project_id: string
    id: string
    display_name: string
    profile_image_url: string | null
    client_metadata: NullableJson
    client_read_only_metadata: NullableJson
    server_metadata: NullableJson
    created_at: Date
    search_text: WithDefault<string>
    second_factor_required_from: Date | null
    connection_required_at: Date | null
    break_glass_user_id: string | null
  }
  traces: {
    project_id: string
    id: string
    fingerprint: Buffer
    kind: string
    code: string
    status: number | null
    route: string | null
    user_id: string | null
    address_hash: Buffer | null
    flow_id: string | null
    ip_address: string | null
    user_agent: string | null
    steps: Json
    reference_ids: string[]
    count: number
    first_at: Date
    last_at: Date
  }
  trusted_devices: {
    project_id: string
    user_id: string
    id: string
    token_hash: Buffer
    generation: number
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    user_agent: string | null
  }
  used_assertions: {
    project_id: string
    connection_id: string
    assertion_hash: Buffer
    expires_at: Date
  }
  user_activity: {
    project_id: string
    user_id: string
    last_active_at: Date
    country: string | null
    is_anonymous: boolean
  }
  users: {
    project_id: string
    id: string
    display_name: string | null
    profile_image_url: string | null
    is_anonymous: WithDefault<boolean>
    client_metadata: NullableJson
    client_read_only_metadata: NullableJson
    server_metadata: NullableJson
    selected_team_id: string | null
    password_hash: string | null
    otp_auth_enabled: WithDefault<boolean>
    totp_secret_encrypted: string | null
    requires_totp: WithDefault<boolean>
    last_totp_step: NullableBigInteger
    oauth_providers: ReadOnly<unknown>
    has_passkey: ReadOnly<boolean>
    signed_up_at: Date
    last_active_at: Date
    restricted_at: Date | null
    restricted_until: Date | null
    restriction_reason: string | null
    search_text: WithDefault<string>
    second_factor_ends_at: Date | null
    earlier_totp_secret_encrypted: string | null
    restriction_message: string | null
    passkey_mfa_enabled: WithDefault<boolean>
    locale: string | null
  }
  verification_codes: {
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
  webhook_attempts: {
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
  webhook_deliveries: {
    project_id: string
    endpoint_id: string
    event_id: string
    sequence: BigInteger
    object_id: string
    type: string
    state: 'pending' | 'resending' | 'delivered' | 'failed'
    attempts: WithDefault<number>
    next_attempt_at: Date | null
    created_at: Date
  }
  webhook_endpoints: {
    project_id: string
    id: string
    url: string
    description: string
    event_types: string[] | null
    is_enabled: boolean
    disabled_reason: 'failing' | 'gone' | null
    secret_encrypted: string
    previous_secret_encrypted: string | null
    previous_secret_until: Date | null
    failing_since: Date | null
    claimed_until: Date | null
    created_at: Date
    claim_id: string | null
  }
  webhook_events: {
    project_id: string
    id: string
    sequence: ReadOnly<string>
    object_id: string
    type: string
    data: Json
    created_at: Date
  }
}
