// The methods of an `AdminApp` that it only binds to itself.

export { listChatMessages, saveChatMessage, sendChatMessage } from '../ai-chat/ai-chat.ts'
export { listAuditEntries } from '../audit/audit.ts'
export {
  addProjectDomain as addConnectionDomain,
  createProjectConnection as createConnection,
  listProjectConnections as listConnections,
  listProjectDomains as listConnectionDomains,
} from '../connections/of-project.ts'
export {
  createEmailDraft,
  createEmailTemplate,
  createEmailTheme,
  getEmailPreview,
  updateEmailDraft,
  updateEmailTemplate,
  updateEmailTheme,
} from '../emails/emails.ts'
export { listSentEmails, resendEmail, sendSignInInvitationEmail, sendTestEmail } from '../emails/sent-emails.ts'
export {
  createItemQuantityChange,
  createStripeWidgetAccountSession,
  setupPayments,
  testModePurchase,
} from '../payments/admin-payments.ts'
export {
  createProjectPermissionDefinition,
  createTeamPermissionDefinition,
  deleteProjectPermissionDefinition,
  deleteTeamPermissionDefinition,
  updateProjectPermissionDefinition,
  updateTeamPermissionDefinition,
} from '../permissions/permission-definitions.ts'
export { createInternalApiKey } from '../project-keys/project-keys.ts'
export { getTrace, listTraces } from '../traces/traces.ts'
export { createWebhookEndpoint } from '../webhooks/webhooks.ts'
