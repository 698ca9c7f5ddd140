const retention = 'deletes what is older than the retention, of all projects'
const codes = 'finds the project of a code or key that is unique in the deployment'
const overdue = 'finds what is due or was left behind by a crash, in all projects'
const operator = 'shown to those who run the server'
const reencryption = 'replaces the secret of the deployment, with which every project is encrypted'
const ofOwner = 'concerns all projects of an owner'
const owners = 'names the owners, who are users of the internal project'
const byOtherId = 'finds a project by another ID than its own'

/** The statements that may concern several projects, by function or name, and why. */
export const crossProjectStatements: Record<string, string> = {
  'identity/api-keys/queries.ts findLeakedApiKey': codes,
  'prepared: find directory by token': codes,
  'identity/directories/queries.ts deleteExpiredTokens': retention,
  'identity/directories/queries.ts deleteOldOperations': retention,
  'emails/notifications/queries.ts findUnsubscribeCode': codes,
  'identity/oauth/queries.ts consumeFlow': codes,
  'records/verification-codes/queries.ts findLinkCode': codes,
  'records/audit/queries.ts deleteOldAuditEntries': retention,
  'records/traces/write-queries.ts deleteOldTraces': retention,
  'identity/cli-auth/queries.ts deleteExpiredCliLogins': retention,
  'emails/bulk/queries.ts deleteOldSends': retention,
  'emails/outbox/queries.ts deleteOldEmails': retention,
  'emails/queries.ts deleteSentContent': retention,
  'emails/queries.ts deleteSentEmails': retention,
  'administration/metrics/queries.ts deleteOldFigures': retention,
  'identity/oauth/queries.ts deleteExpiredFlows': retention,
  'accounts/sessions/queries.ts deleteExpiredSessions': retention,
  'records/verification-codes/queries.ts deleteExpiredCodes': retention,
  'webhooks/event-queries.ts deleteOldEvents': retention,
  'emails/outbox/queries.ts listOverdueEmails': overdue,
  'identity/account-changes/queries.ts listEndingSecondFactors': overdue,
  'identity/passkey/queries.ts listEndingPasskeys': overdue,
  'payments/queries.ts endTestSubscriptions': overdue,
  'webhooks/delivery-queries.ts listOverdueWebhooks': overdue,
  'emails/notices/queries.ts listFailures': operator,
  'platform/limits/usage-queries.ts listUsage': operator,
  'administration/server-status/queries.ts countEmails': operator,
  'administration/reencryption/queries.ts hasStaleTexts': reencryption,
  'administration/reencryption/queries.ts listProjectIds': reencryption,
  'administration/reencryption/queries.ts listStaleTexts': reencryption,
  'administration/reencryption/queries.ts replaceTexts': reencryption,
  'projects/project-config/history-queries.ts listConfigChanges': owners,
  'projects/project-config/history-queries.ts listChangesSince': owners,
  'projects/project-keys/queries.ts listKeySets': owners,
  'records/subjects/queries.ts listSubjects': owners,
  'administration/metrics/queries.ts listSignUps': ofOwner,
  'administration/owners/queries.ts countOtherProjects': ofOwner,
  'administration/owners/queries.ts listKeySetsOf': ofOwner,
  'administration/owners/queries.ts revokeKeySetsOf': ofOwner,
  'projects/owner-queries.ts listOwnedProjects': ofOwner,
  'projects/queries.ts listProjectIdsOfUser': ofOwner,
  'projects/queries.ts listProjectsOfUser': ofOwner,
  'platform/files/queries.ts copyFiles': ofOwner,
  'records/traces/write-queries.ts insertTraces': 'writes what failed in several projects at once, and joins on theirs',
  'site/queries.ts hasCreatedProject': 'tells whether anyone has created a project',
  'administration/deployment/queries.ts findDemoProject': byOtherId,
  'payments/stripe/queries.ts findProjectByStripeAccount': byOtherId,
  'payments/purchases/queries.ts findProjectIdByTenancy': byOtherId,
}
