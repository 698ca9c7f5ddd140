export type { AuditAction } from '@latchkey/contract/audit-actions'

export interface AuditTarget {
  type:
    | 'user'
    | 'team'
    | 'customer'
    | 'project'
    | 'permission_definition'
    | 'api_key'
    | 'connection'
    | 'oauth_client'
    | 'connection_domain'
    | 'project_key_set'
    | 'webhook_endpoint'
    | 'email_send'
    | 'failed_job'
  id: string
}
