/** The emails that Latchkey sends by itself, and the variables that their texts can contain. */

export interface EmailVariable {
  name: string
  label: string
  /** For previews. */
  sample: string
  /** Whether it is an address, for a button or a link. */
  isLink?: true
}

export interface EmailKindInfo {
  /** The ID of its template. */
  id: string
  displayName: string
  /** Notices report what happened to an account. The others are the templates of the existing API. */
  isNotice: boolean
  variables: EmailVariable[]
  /** The email would be of no use without at least one of these. */
  needs: string[]
  /** Sent by the dashboard, so only the project `internal` has it. */
  isForOwners?: true
}

const standard: EmailVariable[] = [
  { name: 'userDisplayName', label: 'Name of the user', sample: 'John Doe' },
  { name: 'projectDisplayName', label: 'Name of the project', sample: 'My project' },
]

const unsubscribeLink: EmailVariable = {
  name: 'unsubscribeLink',
  label: 'Link to unsubscribe',
  sample: 'https://example.com/unsubscribe',
  isLink: true,
}

const link = (name: string, label: string, sample: string): EmailVariable => ({ name, label, sample, isLink: true })
const undoLink = link('undoLink', 'Link to undo the change', 'https://example.com/undo?code=abc123')
const changedAt: EmailVariable = {
  name: 'changedAt',
  label: 'Time of the change',
  sample: 'May 4, 2026 at 9:30 AM UTC',
}
const endsAt: EmailVariable = { name: 'endsAt', label: 'Time of the removal', sample: 'May 7, 2026 at 9:30 AM UTC' }
const address: EmailVariable = { name: 'subject', label: 'Email address', sample: 'ada@example.com' }
const remainingCodes: EmailVariable = { name: 'subject', label: 'Number of unused codes', sample: '7' }
const app: EmailVariable = { name: 'subject', label: 'App', sample: 'Field Notes (notes.example.com)' }
const provider: EmailVariable = { name: 'subject', label: 'Sign-in method', sample: 'GitHub' }

function template(id: string, displayName: string, variables: EmailVariable[], needs: string[]): EmailKindInfo {
  return { id, displayName, isNotice: false, variables, needs }
}

function notice(id: string, displayName: string, variables: EmailVariable[], needs: string[] = []): EmailKindInfo {
  return { id, displayName, isNotice: true, variables, needs }
}

const change = (id: string, displayName: string, ...more: EmailVariable[]) =>
  notice(id, displayName, [changedAt, ...more, undoLink], ['undoLink'])

/** These IDs are part of the API. */
export const emailKinds = {
  email_verification: template(
    'e7d009ce-8d47-4528-b245-5bf119f2ffa3',
    'Email Verification',
    [
      link('emailVerificationLink', 'Link to verify the address', 'https://example.com/verify?code=abc123'),
      { name: 'accountName', label: 'Account that added the address', sample: 'Ada Lovelace (ada@example.com)' },
      link('notMeLink', 'Link to remove the address', 'https://example.com/not-me?code=abc123'),
    ],
    ['emailVerificationLink'],
  ),
  password_reset: template(
    'a70fb3a4-56c1-4e42-af25-49d25603abd0',
    'Password Reset',
    [link('passwordResetLink', 'Link to choose a new password', 'https://example.com/reset?code=abc123')],
    ['passwordResetLink'],
  ),
  magic_link: template(
    '822687fe-8d0a-4467-a0d1-416b6e639478',
    'Magic Link/OTP',
    [
      { name: 'otp', label: 'Sign-in code', sample: 'ABC123' },
      link('magicLink', 'Link to sign in', 'https://example.com/sign-in?code=abc123'),
    ],
    ['otp', 'magicLink'],
  ),
  team_invitation: template(
    'e84de395-2076-4831-9c19-8e9a96a868e4',
    'Team Invitation',
    [
      { name: 'teamDisplayName', label: 'Name of the team', sample: 'The Bakers' },
      link('teamInvitationLink', 'Link to join', 'https://example.com/join?code=abc123'),
    ],
    ['teamInvitationLink'],
  ),
  sign_in_invitation: template(
    '066dd73c-36da-4fd0-b6d6-ebf87683f8bc',
    'Sign In Invitation',
    [link('signInInvitationLink', 'Link to sign in', 'https://example.com/sign-in')],
    ['signInInvitationLink'],
  ),
  password_changed: change('2b349845-9353-47ca-bc4d-0901c95ac0f7', 'Password changed'),
  second_factor_enabled: change('662b6d60-8a16-4fbe-ab04-d922cd4c4057', 'Two-factor authentication on'),
  second_factor_disabled: change('56fd204e-2939-48d3-ba5f-f62e9c2ca6ea', 'Two-factor authentication off'),
  second_factor_ending: notice('1f614f23-f67f-4462-a939-428893a75a14', 'Authenticator app about to be removed', [
    endsAt,
  ]),
  second_factor_ended: notice('4ca4443e-c78c-4efb-9b7f-98733398a11d', 'Authenticator app removed', [endsAt]),
  second_factor_reset: change('0c1d3b52-6b0e-4a43-9d1f-3a2c4f1e77b6', 'Two-factor authentication reset'),
  recovery_codes_created: change('d84a0f5e-27c6-4d39-8f5b-61b7a9c2e013', 'Recovery codes created'),
  recovery_code_used: change('5f9e6c18-b3d4-4a7f-a1c0-9e27d6480b35', 'Recovery code used', remainingCodes),
  passkey_added: change('a3b006a6-fa3a-4468-8834-14863f5b1914', 'Passkey added'),
  passkey_removed: change('57cb24e9-06ea-455e-9285-8f9483213f0a', 'Passkey removed'),
  email_added: change('cf30f7c8-3b7d-4c37-9574-699a02dfdd35', 'Email address added', address),
  email_changed: change('724bc87e-c640-462b-8fc4-3bd57a36cbf9', 'Email address changed', address),
  email_removed: change('bf45b2d6-1cb5-4635-b0ff-fd365610ad31', 'Email address removed', address),
  provider_linked: change('3a9231c3-434f-4027-a035-4ea47b992ddf', 'Sign-in method added', provider),
  provider_unlinked: change('d0212b90-5071-4e9c-9349-74b3e9acea3a', 'Sign-in method removed', provider),
  cli_login_approved: change('b93ac837-df9b-44c7-98fd-a8c0622406ed', 'Command-line sign-in approved'),
  oauth_access_granted: change(
    'f0d6a4b1-95c7-4e82-8f3b-6c2d71e09a54',
    'App got access',
    app,
    link('settingsLink', 'Link to the apps in the account settings', 'https://example.com/handler/account-settings'),
  ),
  session_copy_refused: change('1b0f0d5e-6a3c-4a52-9a37-2f4b7e5d8c61', 'Copy of a session refused'),
  step_up_code: notice(
    '7f496228-a4af-4ee5-8fbf-99d784e6e43e',
    'Code to confirm a change',
    [{ name: 'code', label: 'Code', sample: '123456' }],
    ['code'],
  ),
  api_key_revoked: notice('a56b31dc-7c73-4a4b-b8c9-1c01b7122037', 'Leaked API key revoked', [
    { name: 'apiKeyDescription', label: 'Description of the key', sample: 'Deployment' },
    { name: 'apiKeyLastFour', label: 'Last four characters of the key', sample: 'x7Qp' },
  ]),
  domain_lapsed: notice('6f0a4f7e-8b0c-4c5b-9d39-2d1c5a7e94b3', 'Email domain no longer proven', [
    { name: 'domain', label: 'Domain', sample: 'example.com' },
  ]),
  connection_set_up: notice('b21c7ac1-5a3d-4f0e-8f5e-3e6a0d9c7e42', 'Connection set up with a link', [
    { name: 'connectionName', label: 'Connection', sample: 'Analytical Engines' },
    { name: 'domains', label: 'Proven domains', sample: 'example.com' },
  ]),
  break_glass_used: notice('0c5f2c0b-8d0e-4b52-9a55-9b1fd0b7a6d4', 'Sign-in without the identity provider', [
    { name: 'memberName', label: 'Member', sample: 'Ada Lovelace' },
    { name: 'teamDisplayName', label: 'Team', sample: 'Analytical Engines' },
  ]),
  break_glass_appointed: notice('5b9d5f5e-6a0c-4d0c-8c33-0f3b8f2f6d1e', 'New member for emergencies', [
    { name: 'memberName', label: 'Member', sample: 'Ada Lovelace' },
    { name: 'teamDisplayName', label: 'Team', sample: 'Analytical Engines' },
  ]),
  owner_invitation: {
    ...notice(
      '8aef79dd-7d41-4dba-9ae5-f0a13c3a012d',
      'Invitation of an owner',
      [
        { name: 'inviter', label: 'Who invites', sample: 'Ada Lovelace (ada@example.com)' },
        { name: 'ownedDisplayName', label: 'Project of the invitation', sample: 'My project' },
        { name: 'role', label: 'Role', sample: 'Developer' },
        { name: 'otherProjects', label: 'Other projects of the team', sample: 'the 2 other projects' },
        link('invitationLink', 'Link to accept', 'https://example.com/accept?code=abc123'),
      ],
      ['invitationLink'],
    ),
    isForOwners: true,
  },
  failed_emails_digest: {
    ...notice('bd960812-98c6-4cd9-8d87-4fb5c636ab7e', 'Failed emails of a day', [
      { name: 'emailCount', label: 'Number of emails', sample: '2 emails' },
      { name: 'failures', label: 'List of the emails', sample: '“Welcome” to ada@example.com' },
      link('pageUrl', 'Link to the emails', 'https://example.com/emails'),
    ]),
    isForOwners: true,
  },
} satisfies Record<string, EmailKindInfo>

export type EmailKind = keyof typeof emailKinds

/** The variables of a built-in email, or those that every template can use. */
export function emailVariables(kind?: EmailKind): EmailVariable[] {
  return kind ? [...standard, ...emailKinds[kind].variables] : [...standard, unsubscribeLink]
}
