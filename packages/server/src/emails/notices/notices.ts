import { type AccountChangeKind, describeChange } from '../../projects/project-config/built-in-notices.ts'

/** The variables of security notices, step-up codes and invitations of owners. The keys are sent as `X-Latchkey-Template`. */
export interface Notices extends Record<AccountChangeKind, Names & Change> {
  second_factor_ending: Names & { endsAt: Date | string }
  second_factor_ended: Names & { endsAt: Date | string }
  step_up_code: Names & { code: string }
  api_key_revoked: Names & { apiKeyDescription: string; apiKeyLastFour: string }
  owner_invitation: Names & {
    inviterDisplayName: string
    inviterEmail: string
    /** The project that the person is invited to. */
    ownedDisplayName: string
    otherProjectCount: number
    role: string
    invitationLink: string
  }
  failed_emails_digest: Names & { count: number; pageUrl: string; failures: string[] }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

interface Change {
  /** A string once it comes from the outbox. */
  changedAt: Date | string
  /** The address or provider that was changed, if any. */
  subject: string
  /** Null for an address that cannot undo changes, because the account has an older one. */
  undoLink: string | null
}

/** The values as an email shows them: times and numbers in words. */
export function toShownVariables(variables: Record<string, unknown>): Record<string, unknown> {
  const { changedAt, endsAt, count, otherProjectCount, inviterDisplayName, inviterEmail } = variables
  return {
    ...variables,
    ...(changedAt === undefined ? {} : { changedAt: formatMoment(changedAt as string) }),
    ...(endsAt === undefined ? {} : { endsAt: formatMoment(endsAt as string) }),
    ...(count === undefined ? {} : { emailCount: `${count} ${count === 1 ? 'email' : 'emails'}` }),
    ...(otherProjectCount === undefined ? {} : { otherProjects: countOthers(otherProjectCount as number) }),
    ...(inviterEmail === undefined ? {} : { inviter: nameWithEmail(String(inviterDisplayName), String(inviterEmail)) }),
  }
}

/** The sentence that says what has happened to an account. */
export function renderChange(
  kind: AccountChangeKind,
  { changedAt, ...names }: { projectDisplayName: string; subject: string; changedAt: Date },
): string {
  const values: Record<string, string> = { ...names, changedAt: formatMoment(changedAt) }
  return describeChange(kind).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)
}

function nameWithEmail(name: string, email: string): string {
  return name && email ? `${name} (${email})` : name || email
}

function countOthers(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'the other project' : `the ${count} other projects`
}

function formatMoment(time: Date | string): string {
  return `${moment.format(new Date(time))} UTC`
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
