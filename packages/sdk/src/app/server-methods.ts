// One chunk for the methods of servers and dashboards.

export * from '../ai-chat/ai-chat.ts'
export * from '../audit/audit.ts'
export { getValue, setValue } from '../data-vault/data-vault.ts'
export * from '../emails/emails.ts'
export { sendEmail } from '../emails/send-email.ts'
export * from '../emails/sent-emails.ts'
export * from '../payments/admin-payments.ts'
export * from '../permissions/permission-definitions.ts'
export { getRestriction, restrict, unrestrict } from '../user-restrictions/user-restrictions.ts'
export * from '../webhooks/webhooks.ts'
export { ClientAppBase } from './client-app-base.ts' // See later-methods.ts.
