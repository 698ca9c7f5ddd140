import type { AuditAction } from '@latchkey/contract/audit-actions'
import { isConnection, providerNameOf } from '../data/provider-names.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { formatTime } from '../ui/time.tsx'
import { describeChanges } from './describe-changes.ts'
import { type Facts, listWords, type Parts, say, textOf } from './facts.ts'

interface Action {
  /** What the filter calls it. */
  name: string
  /** What the actor did, in the past tense: it follows the name of the actor. */
  did: (facts: Facts) => Parts
}

/** How the audit log says each action. A new action does not compile without its sentence. */
export const sentences: Record<AuditAction, Action> = {
  'user.created': {
    name: 'User created',
    did: ({ isOwn, the }) => (isOwn ? say`signed up` : say`created ${the('user')}`),
  },
  'user.updated': {
    name: 'User changed',
    did: ({ whose, details }) => say`changed ${whose} ${listWords(details.fields, fieldNames) || 'profile'}`,
  },
  'user.deleted': {
    name: 'User deleted',
    did: ({ isOwn }) => (isOwn ? say`deleted their account` : say`deleted a user`),
  },
  'user.signed_in': {
    name: 'Signed in',
    did: ({ details }) =>
      say`signed in${methodOf(details.method)}${details.trusted_device ? ' on a trusted device' : ''}`,
  },
  'user.sign_in_failed': {
    name: 'Sign-in failed',
    did: ({ target, details }) =>
      say`failed to sign in as ${target ?? textOf(details.email, 'an unknown user')}${methodOf(details.method)}`,
  },
  'user.upgraded': {
    name: 'Anonymous user signed up',
    did: ({ isOwn, whose }) =>
      isOwn ? say`signed up after using the app anonymously` : say`made ${whose} account permanent`,
  },
  'user.claimed': {
    name: 'Account claimed',
    did: ({ whose, details }) =>
      say`claimed ${whose} account by proving to own ${textOf(details.email, 'its address')}`,
  },
  'user.change_undone': {
    name: 'Account change undone',
    did: ({ whose }) => say`undid a change of ${whose} account and ended its sessions`,
  },
  'user.restricted': {
    name: 'User restricted',
    did: ({ target, details }) =>
      say`restricted ${target}${timeOf(' until ', details.until_millis)}${quoted(': ', details.reason)}`,
  },
  'user.unrestricted': { name: 'Restriction lifted', did: ({ target }) => say`lifted the restriction of ${target}` },
  'password.changed': { name: 'Password changed', did: ({ whose }) => say`changed ${whose} password` },
  'password.removed': { name: 'Password removed', did: ({ whose }) => say`removed ${whose} password` },
  'password.reset': { name: 'Password reset', did: ({ whose }) => say`reset ${whose} password` },
  'second_factor.enabled': {
    name: 'Second factor turned on',
    did: ({ whose, details }) => say`turned on ${whose} second factor${methodOf(details.method)}`,
  },
  'second_factor.disabled': {
    name: 'Second factor turned off',
    did: ({ whose, details }) => say`turned off ${whose} second factor${methodOf(details.method)}`,
  },
  'second_factor.reset': {
    name: 'Second factor reset',
    did: ({ whose }) => say`reset ${whose} second factor`,
  },
  'recovery_codes.created': {
    name: 'Recovery codes created',
    did: ({ isOwn, target }) =>
      isOwn ? say`created new recovery codes` : say`created new recovery codes for ${target}`,
  },
  'recovery_code.used': {
    name: 'Recovery code used',
    did: ({ details }) => say`signed in with a recovery code${leftOf(details.remaining)}`,
  },
  'trusted_device.added': {
    name: 'Device trusted',
    did: () => say`trusted a device, which is not asked for the second factor for 30 days`,
  },
  'trusted_device.removed': {
    name: 'Trusted device forgotten',
    did: ({ whose, details }) =>
      details.count === 1 ? say`forgot one of ${whose} trusted devices` : say`forgot all of ${whose} trusted devices`,
  },
  'otp.enabled': { name: 'Magic link turned on', did: ({ whose }) => say`turned on magic links for ${whose} account` },
  'otp.disabled': {
    name: 'Magic link turned off',
    did: ({ whose }) => say`turned off magic links for ${whose} account`,
  },
  'passkey.added': {
    name: 'Passkey added',
    did: ({ whose, details }) => say`added ${quoted('the passkey ', details.name) || 'a passkey'} to ${whose} account`,
  },
  'passkey.renamed': {
    name: 'Passkey renamed',
    did: ({ whose, details }) => {
      const { from, to } = (details.name ?? {}) as { from?: unknown; to?: unknown }
      return say`renamed ${whose} passkey${quoted(' ', from)}${quoted(' to ', to)}`
    },
  },
  'passkey.removed': {
    name: 'Passkey removed',
    did: ({ whose, details }) => say`removed ${whose} passkey${quoted(' ', details.name)}`,
  },
  'session.created': {
    name: 'Session created',
    did: ({ target, details }) =>
      details.is_impersonation ? say`signed in as ${target}` : say`created a session for ${target}`,
  },
  'session.revoked': {
    name: 'Session ended',
    did: ({ isOwn, whose, details }) => {
      if (details.code_came_twice) return say`used a sign-in code twice, which ended ${whose} session`
      if (details.is_everywhere) return isOwn ? say`signed out everywhere else` : say`ended all of ${whose} sessions`
      return details.is_own && isOwn ? say`signed out` : say`ended one of ${whose} sessions`
    },
  },
  'session.copy_refused': {
    name: 'Copied session refused',
    did: ({ whose }) => say`tried to use a copy of one of ${whose} sessions, which was refused`,
  },
  'session.stepped_up': { name: 'Identity confirmed', did: () => say`confirmed their identity again` },
  'cli_login.approved': { name: 'Command line login approved', did: () => say`approved a command line login` },
  'impersonation.requested': {
    name: 'Sign-in as a user requested',
    did: ({ target }) => say`asked to sign in as ${target}`,
  },
  'contact_channel.created': {
    name: 'Email address added',
    did: ({ whose, details }) => say`added ${textOf(details.value, 'an email address')} to ${whose} account`,
  },
  'contact_channel.updated': {
    name: 'Email address changed',
    did: ({ whose, details }) => say`changed ${whose} email address ${textOf(details.value)}`,
  },
  'contact_channel.deleted': {
    name: 'Email address removed',
    did: ({ whose, details }) =>
      details.rejected_by_its_owner
        ? say`rejected ${textOf(details.value, 'an email address')} as not belonging to ${whose} account`
        : say`removed ${textOf(details.value, 'an email address')} from ${whose} account`,
  },
  'contact_channel.verified': {
    name: 'Email address verified',
    did: ({ whose, details }) => say`verified ${whose} email address ${textOf(details.value)}`,
  },
  'provider_link.created': {
    name: 'Provider account linked',
    did: ({ whose, details }) => say`linked ${whose} ${providerOf(details)} account`,
  },
  'provider_link.updated': {
    name: 'Provider account changed',
    did: ({ whose, details }) => say`changed ${whose} linked ${providerOf(details)} account`,
  },
  'provider_link.deleted': {
    name: 'Provider account unlinked',
    did: ({ whose, details }) => say`unlinked ${whose} ${providerOf(details)} account`,
  },
  'team.created': { name: 'Team created', did: ({ the }) => say`created ${the('team')}` },
  'team.updated': {
    name: 'Team changed',
    did: ({ target, the, details, changes }) => {
      const renamed = changes.find(({ path }) => path === 'display_name')
      if (renamed) return say`renamed the team ${quoted('', renamed.from)} to ${target}`
      const policy = changes.find(({ path }) => path === 'second_factor_required_from')
      if (policy?.to) return say`required a second factor of the members of ${the('team')}${fromWhen(policy.to)}`
      if (policy) return say`made a second factor optional for the members of ${the('team')}`
      return say`changed the ${listWords(details.fields, fieldNames) || 'profile'} of ${the('team')}`
    },
  },
  'team.deleted': { name: 'Team deleted', did: ({ the }) => say`deleted ${the('team')}` },
  'team.required_connection_changed': {
    name: 'Required connection changed',
    did: ({ the, details }) =>
      details.is_required
        ? say`required members of ${the('team')} to sign in with its connection`
        : say`let members of ${the('team')} choose how they sign in`,
  },
  'team.break_glass_used': {
    name: 'Sign-in without the connection',
    did: ({ the, team }) => say`signed in to ${the('team', team)} with a password instead of its connection`,
  },
  'team_membership.created': {
    name: 'Member added',
    did: ({ isOwn, target, the, team }) =>
      isOwn ? say`joined ${the('team', team)}` : say`added ${target} to ${the('team', team)}`,
  },
  'team_membership.deleted': {
    name: 'Member removed',
    did: ({ isOwn, target, the, team }) =>
      isOwn ? say`left ${the('team', team)}` : say`removed ${target} from ${the('team', team)}`,
  },
  'team_invitation.created': {
    name: 'Team invitation sent',
    did: ({ the, details }) => say`invited ${textOf(details.recipient_email, 'someone')} to ${the('team')}`,
  },
  'team_invitation.accepted': {
    name: 'Team invitation accepted',
    did: ({ the }) => say`accepted an invitation to ${the('team')}`,
  },
  'team_invitation.revoked': {
    name: 'Team invitation revoked',
    did: ({ the }) => say`revoked an invitation to ${the('team')}`,
  },
  'directory.created': { name: 'Directory created', did: ({ the }) => say`created the directory of ${the('team')}` },
  'directory.updated': {
    name: 'Directory roles changed',
    did: ({ the }) => say`changed which groups have roles in ${the('team')}`,
  },
  'directory.token_rotated': {
    name: 'Directory token replaced',
    did: ({ the, details }) => {
      const end = details.old_token_expires_at_millis
      const until = typeof end === 'number' ? `. The earlier one works until ${formatTime(end)}` : ''
      return say`replaced the token of the directory of ${the('team')}${until}`
    },
  },
  'directory.deleted': { name: 'Directory deleted', did: ({ the }) => say`deleted the directory of ${the('team')}` },
  'directory.user_provisioned': {
    name: 'User added by a directory',
    did: ({ target, team, the }) => say`took ${target} into the directory of ${the('team', team)}`,
  },
  'directory.user_deactivated': {
    name: 'User deactivated by a directory',
    did: ({ target, team, the }) => say`deactivated ${target} in ${the('team', team)}`,
  },
  'directory.user_reactivated': {
    name: 'User reactivated by a directory',
    did: ({ target, team, the }) => say`reactivated ${target} in ${the('team', team)}`,
  },
  'directory.user_removed': {
    name: 'User removed by a directory',
    did: ({ target, team, the }) => say`removed ${target} from the directory of ${the('team', team)}`,
  },
  'permission.granted': {
    name: 'Permission granted',
    did: ({ target, team, details }) =>
      say`gave ${target} the permission ${textOf(details.permission_id)}${team ? [' in ', team] : ''}`,
  },
  'permission.revoked': {
    name: 'Permission revoked',
    did: ({ target, team, details }) =>
      say`revoked ${target}’s permission ${textOf(details.permission_id)}${team ? [' in ', team] : ''}`,
  },
  'permission_definition.created': {
    name: 'Permission created',
    did: ({ targetId }) => say`created the permission ${targetId}`,
  },
  'permission_definition.updated': {
    name: 'Permission changed',
    did: ({ targetId, details }) =>
      textOf(details.new_id, targetId) === targetId
        ? say`changed the permission ${targetId}`
        : say`renamed the permission ${targetId} to ${textOf(details.new_id)}`,
  },
  'permission_definition.deleted': {
    name: 'Permission deleted',
    did: ({ targetId }) => say`deleted the permission ${targetId}`,
  },
  'connection.created': {
    name: 'Connection created',
    did: ({ details, holder }) => say`created ${connectionOf(details)}${holder}`,
  },
  'connection.updated': {
    name: 'Connection changed',
    did: ({ details, holder }) => {
      const isSwitched = typeof details.is_active === 'boolean' && `${details.fields}` === 'is_active'
      const verb = isSwitched ? (details.is_active ? 'activated' : 'deactivated') : 'changed'
      return say`${verb} ${connectionOf(details)}${holder}`
    },
  },
  'connection.metadata_changed': {
    name: 'Metadata of a connection changed',
    did: ({ details, holder }) =>
      say`read a new ${listWords(details.fields, { certificates: 'certificate', sign_in_url: 'sign-in URL' })} of ${connectionOf(details)}${holder} in the metadata of its provider`,
  },
  'connection.tested': {
    name: 'Connection tested',
    did: ({ details, holder }) => say`started a test of ${connectionOf(details)}${holder}`,
  },
  'connection.deleted': {
    name: 'Connection deleted',
    did: ({ details, holder }) => say`deleted ${connectionOf(details)}${holder}, which ended its sessions`,
  },
  'connection.setup_link_created': {
    name: 'Set-up link created',
    did: ({ details, holder }) => say`created a set-up link for ${connectionOf(details)}${holder}`,
  },
  'connection.setup_link_withdrawn': {
    name: 'Set-up link withdrawn',
    did: ({ details, holder }) => say`withdrew the set-up link for ${connectionOf(details)}${holder}`,
  },
  'connection.setup_link_opened': {
    name: 'Set-up link opened',
    did: ({ details, holder }) => say`opened the set-up link for ${connectionOf(details)}${holder}`,
  },
  'connection.set_up': {
    name: 'Connection set up with a link',
    did: ({ details, holder }) => say`finished setting up ${connectionOf(details)}${holder}`,
  },
  'connection_domain.created': {
    name: 'Email domain added',
    did: ({ details, holder }) => say`added the email domain ${textOf(details.domain)}${holder}`,
  },
  'connection_domain.proven': {
    name: 'Email domain proven',
    did: ({ details, holder }) => say`proved the email domain ${textOf(details.domain)}${holder}`,
  },
  'connection_domain.lapsed': {
    name: 'Email domain lapsed',
    did: ({ details, holder }) => {
      const why = details.is_unreachable ? 'name servers gave no answer for a month' : 'record was missing for a week'
      return say`no longer counts the email domain ${textOf(details.domain)}${holder}, whose ${why}`
    },
  },
  'connection_domain.deleted': {
    name: 'Email domain removed',
    did: ({ details, holder }) => say`removed the email domain ${textOf(details.domain)}${holder}`,
  },
  'oauth_client.created': {
    name: 'OAuth client registered',
    did: ({ details }) => say`registered the OAuth client ${textOf(details.display_name)}`,
  },
  'oauth_client.registered': {
    name: 'OAuth client registered itself',
    did: ({ details }) => say`registered the OAuth client ${textOf(details.display_name)} by the protocol`,
  },
  'oauth_client.updated': {
    name: 'OAuth client changed',
    did: ({ details }) => say`changed the OAuth client ${textOf(details.display_name)}`,
  },
  'oauth_client.secret_rotated': {
    name: 'OAuth client secret replaced',
    did: ({ details }) => {
      const end = details.old_secret_expires_at_millis
      const until = typeof end === 'number' && end > 0 ? `. The earlier one works until ${formatTime(end)}` : ''
      return say`replaced the secret of the OAuth client ${textOf(details.display_name)}${until}`
    },
  },
  'oauth_client.secret_ended': {
    name: 'OAuth client secret ended',
    did: ({ details }) =>
      say`ended the secret of the OAuth client ${textOf(details.display_name)} that ends in ${textOf(details.ending)}`,
  },
  'oauth_client.deleted': {
    name: 'OAuth client deleted',
    did: ({ details }) =>
      say`deleted the OAuth client ${textOf(details.display_name)}, which ended the access that users had given it`,
  },
  'api_key.created': { name: 'API key created', did: ({ the, holder }) => say`created ${the('API key')}${holder}` },
  'api_key.updated': { name: 'API key changed', did: ({ the, holder }) => say`changed ${the('API key')}${holder}` },
  'api_key.revoked': {
    name: 'API key revoked',
    did: ({ the, holder, details }) =>
      say`revoked ${the('API key')}${holder}${details.was_leaked ? ', which had leaked' : ''}`,
  },
  'oauth_grant.created': {
    name: 'App given access',
    did: ({ whose, details }) => say`gave the app${quoted(' ', details.client_name)} access to ${whose} account`,
  },
  'oauth_grant.extended': {
    name: 'App given more access',
    did: ({ whose, details }) => say`gave the app${quoted(' ', details.client_name)} more access to ${whose} account`,
  },
  'oauth_grant.revoked': {
    name: 'Access of an app ended',
    did: ({ whose, details }) =>
      say`ended the access of the app${quoted(' ', details.client_name)} to ${whose} account${appEnds[String(details.reason)] ?? ''}`,
  },
  'project_key_set.created': { name: 'Project key created', did: ({ the }) => say`created ${the('project key')}` },
  'project_key_set.updated': {
    name: 'Project key changed',
    did: ({ target, the, changes }) => {
      const renamed = changes.find(({ path }) => path === 'description')
      return renamed ? say`renamed a project key to ${target}` : say`changed ${the('project key')}`
    },
  },
  'project_key_set.rotated': {
    name: 'Project key rotated',
    did: ({ the, details }) => {
      const end = details.old_keys_expire_at_millis
      const until = typeof end === 'number' ? `, whose old keys work until ${formatTime(end)}` : ''
      return say`rotated ${the('project key')}${until}`
    },
  },
  'project_key_set.revoked': { name: 'Project key revoked', did: ({ the }) => say`revoked ${the('project key')}` },
  'project.created': {
    name: 'Project created',
    did: ({ details }) =>
      details.copied_from
        ? say`created the ${textOf(details.environment)} environment from another one`
        : say`created the project`,
  },
  'project.updated': {
    name: 'Project changed',
    did: ({ details, changes }) =>
      changes.length > 0
        ? [describeChanges(changes)]
        : say`changed the ${listWords(details.fields, fieldNames) || 'project'}`,
  },
  'project.config_changed': {
    name: 'Settings changed',
    did: ({ changes }) => [changes.length > 0 ? describeChanges(changes) : 'saved settings without changing them'],
  },
  'project.settings_copied': {
    name: 'Settings copied',
    did: ({ details }) =>
      say`copied ${countOf(details.count, 'setting')} from ${textOf(details.from_display_name, 'another project')} (${textOf(details.from_environment)})`,
  },
  'project.transferred': { name: 'Project transferred', did: () => say`transferred the project to another team` },
  'project.deleted': {
    name: 'Project deleted',
    did: ({ details }) => say`deleted the project ${textOf(details.display_name)}`,
  },
  'owner.invited': {
    name: 'Owner invited',
    did: ({ details }) =>
      say`invited ${textOf(details.recipient_email, 'someone')} to the project as ${textOf(details.role, 'owner')}`,
  },
  'owner.invitation_revoked': {
    name: 'Owner invitation revoked',
    did: () => say`revoked an invitation to the project`,
  },
  'owner.role_changed': {
    name: 'Owner role changed',
    did: ({ person, details }) =>
      say`changed the role of ${person} from ${textOf(details.from)} to ${textOf(details.role)}`,
  },
  'owner.removed': {
    name: 'Owner removed',
    did: ({ person, actor }) =>
      person?.id === actor.id ? say`left the project` : say`removed ${person} from the project`,
  },
  'item.quantity_changed': {
    name: 'Item quantity changed',
    did: ({ customer, details }) => {
      const [delta, item] = [Number(details.delta ?? 0), textOf(details.item_name, textOf(details.item_id, 'an item'))]
      return delta < 0
        ? say`took ${Math.abs(delta).toLocaleString('en')} × ${item} from ${customer}`
        : say`gave ${customer} ${delta.toLocaleString('en')} × ${item}`
    },
  },
  'payments.set_up': { name: 'Payments set up', did: () => say`connected a Stripe account` },
  'purchase.made': {
    name: 'Purchase made',
    did: ({ isOwn, customer, details }) => {
      const what = `${details.test_mode ? 'a test purchase of ' : ''}${offerOf(details)}`
      if (isOwn) return details.test_mode ? say`made ${what}` : say`bought ${what}`
      return say`recorded ${details.test_mode ? what : `a purchase of ${what}`} for ${customer}`
    },
  },
  'purchase.refunded': {
    name: 'Purchase refunded',
    did: ({ customer, details }) =>
      say`refunded ${details.test_mode ? 'a test purchase of ' : ''}${offerOf(details)} to ${customer}`,
  },
  'subscription.canceled': {
    name: 'Subscription canceled',
    did: ({ customer, details }) =>
      say`canceled the subscription of ${customer} to ${offerOf(details)}${details.when === 'period_end' ? ' at the end of its period' : ''}`,
  },
  'subscription.updated': {
    name: 'Subscription changed',
    did: ({ customer, details }) =>
      say`updated the subscription of ${customer} to ${offerOf(details)}: now ${textOf(details.status).replaceAll('_', ' ')}`,
  },
  'webhook_endpoint.created': {
    name: 'Webhook endpoint added',
    did: ({ the }) => say`added ${the('webhook endpoint')}`,
  },
  'webhook_endpoint.updated': {
    name: 'Webhook endpoint changed',
    did: ({ the, details, changes }) => {
      const [only, ...others] = changes
      if (only?.path === 'is_enabled' && others.length === 0) {
        return say`turned ${only.to ? 'on' : 'off'} ${the('webhook endpoint')}`
      }
      return say`changed the ${listWords(details.fields, fieldNames) || 'settings'} of ${the('webhook endpoint')}`
    },
  },
  'webhook_endpoint.disabled': {
    name: 'Webhook endpoint disabled',
    did: ({ the, details }) =>
      say`disabled ${the('webhook endpoint')}, because it ${details.reason === 'gone' ? 'responded with 410 Gone' : 'failed for a day'}`,
  },
  'webhook_endpoint.deleted': {
    name: 'Webhook endpoint deleted',
    did: ({ the }) => say`deleted ${the('webhook endpoint')}`,
  },
  'webhook_endpoint.secret_rotated': {
    name: 'Webhook secret rotated',
    did: ({ the }) => say`rotated the secret of ${the('webhook endpoint')}`,
  },
  'webhook_endpoint.failed_resent': {
    name: 'Failed webhooks retried',
    did: ({ the, details }) => say`retried ${countOf(details.count, 'failed message')} of ${the('webhook endpoint')}`,
  },
  'email_send.stopped': {
    name: 'Email to many stopped',
    did: ({ details }) => say`stopped an email before it was sent to ${countOf(details.recipient_count, 'recipient')}`,
  },
  'email_send.failed_resent': {
    name: 'Failed emails resent',
    did: ({ details }) =>
      say`resent an email to ${countOf(details.recipient_count, 'recipient')} for whom it had failed`,
  },
  'failed_job.retried': {
    name: 'Failed job retried',
    did: ({ details }) => say`retried the failed job ${textOf(details.name)}`,
  },
}

/** What other entries do not say. */
const appEnds: Record<string, string> = {
  ended_by_client: ', which the app gave up',
  token_reused: ', because one of its tokens was used twice',
  resource_removed: ', because its API was removed from the settings',
  connection_ended: ', because the connection of a company has ended',
  connection_required: ', because a team requires its connection',
}

const connectionOf = (details: Record<string, unknown>) => `the connection${quoted(' ', details.display_name)}`

const fieldNames: Record<string, string> = {
  primary_email: 'email address',
  primary_email_verified: 'email verification',
  primary_email_auth_enabled: 'sign-in by email address',
  client_metadata: 'client metadata',
  client_read_only_metadata: 'read-only metadata',
  server_metadata: 'server metadata',
  profile_image_url: 'picture',
  display_name: 'name',
  locale: 'language',
  event_types: 'events',
  is_enabled: 'status',
  url: 'URL',
  logo_url: 'logo',
  is_production_mode: 'production mode',
}

const methodPhrases: Record<string, string> = {
  password: ' with a password',
  otp: ' with a magic link or code',
  passkey: ' with a passkey',
  oauth: ' with a provider',
  'second-factor': ' with a second factor',
  anonymous: ' anonymously',
  cli: ' on the command line',
}

const methodOf = (method: unknown) =>
  typeof method === 'string' ? (methodPhrases[method] ?? ` with ${methodName(method)}`) : ''

/** What follows "their" and comes before "account". */
function providerOf(details: Facts['details']): string {
  const id = textOf(details.provider_config_id, 'provider')
  return isConnection(id) ? 'company' : providerNameOf(id)
}

/** Older entries have no names. */
const offerOf = ({ offer_name, offer_id }: Facts['details']) => textOf(offer_name, textOf(offer_id, 'a custom offer'))

const timeOf = (before: string, millis: unknown) => (typeof millis === 'number' ? before + formatTime(millis) : '')

const leftOf = (count: unknown) => (typeof count === 'number' ? `: ${count} left` : '')

const quoted = (before: string, text: unknown) => (typeof text === 'string' && text ? `${before}“${text}”` : '')

function countOf(count: unknown, noun: string): string {
  return `${typeof count === 'number' ? count.toLocaleString('en') : 'some'} ${noun}${count === 1 ? '' : 's'}`
}

/** A time long ago stands for "at once". */
function fromWhen(time: unknown): string {
  const millis = typeof time === 'string' ? Date.parse(time) : 0
  return millis > 0 ? ` from ${formatTime(millis)} on` : ''
}
