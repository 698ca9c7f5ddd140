import { ownerRoles } from '@latchkey/contract'
import { type AccountChangeKind, describeChange } from '../../projects/project-config/built-in-notices.ts'
import { unsubscribeQuestion } from '../documents/theme.ts'
import { formatMoment, type Language, translate, translateCount } from '../languages/language.ts'

/** The variables of security notices, step-up codes and invitations of owners. The keys are sent as `X-Latchkey-Template`. */
export interface Notices extends Record<AccountChangeKind, Names & Change> {
  second_factor_ending: Names & { endsAt: Date | string }
  second_factor_ended: Names & { endsAt: Date | string }
  step_up_code: Names & { code: string }
  domain_lapsed: Names & { domain: string }
  connection_set_up: Names & { connectionName: string; domains: string }
  break_glass_used: Names & { memberName: string; teamDisplayName: string }
  break_glass_appointed: Names & { memberName: string; teamDisplayName: string }
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
  /** The address, provider or app that it is about, if any. */
  subject: string
  /** Where the user sees and ends the access of apps. */
  settingsLink?: string | null
  /** Null for an address that cannot undo changes, because the account has an older one. */
  undoLink: string | null
}

/** The values as an email shows them: times and numbers in words. */
export function toShownVariables(variables: Record<string, unknown>, language: Language): Record<string, unknown> {
  const { changedAt, endsAt, count, otherProjectCount, inviterDisplayName, inviterEmail, role } = variables
  const moment = (time: unknown) => formatMoment(language, time as string)
  return {
    ...variables,
    ...(changedAt === undefined ? {} : { changedAt: moment(changedAt) }),
    ...(endsAt === undefined ? {} : { endsAt: moment(endsAt) }),
    ...(count === undefined ? {} : { emailCount: translateCount(language, count as number, ...emailCounts) }),
    ...(otherProjectCount === undefined ? {} : { otherProjects: countOthers(language, otherProjectCount as number) }),
    ...(inviterEmail === undefined ? {} : { inviter: nameWithEmail(String(inviterDisplayName), String(inviterEmail)) }),
    ...(role === undefined ? {} : { role: translate(language, role as string) }),
  }
}

const emailCounts = ['{{count}} email', '{{count}} emails'] as const
const otherProjectCounts = ['the other project', 'the {{count}} other projects'] as const

/** What is translated apart from documents: numbers in words, roles, and the frame of an email. */
export const phrases = [...emailCounts, ...otherProjectCounts, ...ownerRoles, unsubscribeQuestion, 'Unsubscribe']

/** The sentence that says what has happened to an account. */
export function renderChange(
  language: Language,
  kind: AccountChangeKind,
  { changedAt, ...names }: { projectDisplayName: string; subject: string; changedAt: Date },
): string {
  return translate(language, describeChange(kind), { ...names, changedAt: formatMoment(language, changedAt) })
}

function nameWithEmail(name: string, email: string): string {
  return name && email ? `${name} (${email})` : name || email
}

function countOthers(language: Language, count: number): string {
  return count === 0 ? '' : translateCount(language, count, ...otherProjectCounts)
}
