import { purposeOfTotpSecret } from '../../accounts/users/totp-secret.ts'
import { purposeOfBulkEmail } from '../../emails/bulk/queries.ts'
import { purposeOfOutgoingEmail } from '../../emails/outbox/outbox.ts'
import { purposeOfSentHtml } from '../../emails/outbox/sent-log.ts'
import { purposeOfConnectionSecrets } from '../../identity/connections/secrets.ts'
import { purposeOfPendingResponse } from '../../identity/oauth/pending.ts'
import { purposeOfProof } from '../../identity/oauth/proof.ts'
import { purposeOfProviderToken } from '../../identity/oauth/provider-tokens.ts'
import { purposeOfOAuthAnswer, purposeOfOAuthKey } from '../../identity/oauth-provider/purposes.ts'
import { purposeOfHashKey } from '../../identity/recovery-codes/hash-key.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { contextOfVaultValue } from '../../projects/data-vault/envelope.ts'
import { purposeOfWebhookSecret } from '../../webhooks/signing.ts'

export interface SealedColumn {
  table: keyof Tables
  /** The primary key. */
  key: string[]
  column: string
  /** Where the text is within a column of JSON. */
  path?: string[]
  /** What the text of a row was encrypted for, from the columns of the key. */
  purpose(row: never): string
  /** Rows that somebody is about to compare with what they read. They are left for later. */
  busy?: string
}

type Row = { project_id: string; id: string }
const byProject = (purpose: (projectId: string) => string) => (row: Row) => purpose(row.project_id)
const byId = (purpose: (id: string) => string) => (row: Row) => purpose(row.id)
const id = ['project_id', 'id']
const tokenKey = ['project_id', 'user_id', 'link_id', 'scopes']
const tokens = {
  table: 'provider_tokens',
  key: tokenKey,
  purpose: byProject(purposeOfProviderToken),
  busy: 'renewed_until > now()',
} as const
const webhooks = { table: 'webhook_endpoints', key: id, purpose: purposeOfWebhookSecret } as const

/** Every column whose text is encrypted with the secret of the deployment. Settings of projects are apart. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'users', key: id, column: 'totp_secret_encrypted', purpose: byProject(purposeOfTotpSecret) },
  { table: 'users', key: id, column: 'earlier_totp_secret_encrypted', purpose: byProject(purposeOfTotpSecret) },
  {
    table: 'recovery_code_sets',
    key: ['project_id', 'user_id'],
    column: 'hash_key_encrypted',
    purpose: purposeOfHashKey,
  },
  { ...tokens, column: 'access_token_encrypted' },
  { ...tokens, column: 'refresh_token_encrypted' },
  { table: 'connections', key: id, column: 'secrets_encrypted', purpose: purposeOfConnectionSecrets },
  { ...webhooks, column: 'secret_encrypted' },
  { ...webhooks, column: 'previous_secret_encrypted' },
  {
    // What an undo link puts back.
    table: 'verification_codes',
    key: ['project_id', 'kind', 'code_hash'],
    column: 'data',
    path: ['state', 'totp_secret_encrypted'],
    purpose: byProject(purposeOfTotpSecret),
  },
  {
    table: 'data_vault_values',
    key: ['project_id', 'store_id', 'key_hash'],
    column: 'data_key_encrypted',
    purpose: (row: { project_id: string; store_id: string; key_hash: Buffer }) =>
      contextOfVaultValue({ projectId: row.project_id, storeId: row.store_id, keyHash: row.key_hash }),
  },
  { table: 'outgoing_emails', key: id, column: 'content_encrypted', purpose: byId(purposeOfOutgoingEmail) },
  { table: 'email_sends', key: id, column: 'content_encrypted', purpose: byId(purposeOfBulkEmail) },
  { table: 'sent_emails', key: id, column: 'html_encrypted', purpose: byId(purposeOfSentHtml) },
  {
    table: 'oauth_flows',
    key: ['project_id', 'state_hash'],
    column: 'proof_encrypted',
    purpose: byProject(purposeOfProof),
  },
  {
    table: 'oauth_codes',
    key: ['project_id', 'code_hash'],
    column: 'pending_encrypted',
    purpose: byProject(purposeOfPendingResponse),
  },
  { table: 'oauth_keys', key: id, column: 'private_key_encrypted', purpose: byProject(purposeOfOAuthKey) },
  {
    table: 'oauth_records',
    key: ['project_id', 'kind', 'id_hash'],
    column: 'answer_encrypted',
    purpose: byProject(purposeOfOAuthAnswer),
  },
  { table: 'deployment', key: ['name'], column: 'value', purpose: (row: { name: string }) => row.name },
]
