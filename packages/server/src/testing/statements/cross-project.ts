const retention = 'deletes what is older than the retention, of all projects'
const codes = 'finds the project of a code or key that is unique in the deployment'
const overdue = 'finds what is due or was left behind by a crash, in all projects'
const operator = 'shown to those who run the server'
const byOtherId = 'finds a project by another ID than its own'

/** The statements that may concern several projects, by function or name, and why. */
export const crossProjectStatements: Record<string, string> = {
  'api-keys/queries.ts findLeakedApiKey': codes,
  'notifications/queries.ts findUnsubscribeCode': codes,
  'oauth/queries.ts consumeFlow': codes,
  'verification-codes/queries.ts findLinkCode': codes,
  'audit/record.ts deleteOldAuditEntries': retention,
  'cli-auth/queries.ts deleteExpiredCliLogins': retention,
  'emails/bulk/queries.ts deleteOldSends': retention,
  'emails/outbox/claims.ts deleteOldEmails': retention,
  'emails/queries.ts deleteSentContent': retention,
  'emails/queries.ts deleteSentEmails': retention,
  'metrics/queries.ts deleteOldFigures': retention,
  'oauth/queries.ts deleteExpiredFlows': retention,
  'sessions/queries.ts deleteExpiredSessions': retention,
  'verification-codes/queries.ts deleteExpiredCodes': retention,
  'verification-codes/requests.ts deleteOldRequests': retention,
  'webhooks/events.ts deleteOldEvents': retention,
  'emails/bulk/queries.ts listProjectsWithOverdueSends': overdue,
  'emails/outbox/claims.ts listProjectsWithOverdueEmails': overdue,
  'payments/test-ends.ts endTestSubscriptions': overdue,
  'webhooks/delivery-queries.ts listOverdueEndpoints': overdue,
  'emails/notices/digest.ts listFailures': operator,
  'project-config/history-queries.ts listConfigChanges': 'names the owners, who are users of the internal project',
  'projects/queries.ts listProjectsOfUser': 'lists the projects of an owner',
  'purchases/queries.ts findProjectIdByTenancy': byOtherId,
}
