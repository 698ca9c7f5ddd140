import type { Block, EmailDocument, EmailKind } from '@latchkey/contract'
import {
  button,
  code,
  greeting,
  heading,
  note,
  paragraph,
  transactional,
  unless,
  when,
} from './built-in-email-blocks.ts'

/** Changes to an account that its user is told about: what the email is called, and what it says has happened. */
const changes = {
  password_changed: { title: 'Your password was changed', change: 'the password of your account was changed' },
  second_factor_enabled: {
    title: 'Two-factor authentication is on',
    change: 'two-factor authentication was turned on for your account',
  },
  second_factor_disabled: {
    title: 'Two-factor authentication is off',
    change: 'two-factor authentication was turned off for your account',
  },
  second_factor_reset: {
    title: 'Two-factor authentication was reset',
    change: 'two-factor authentication was turned off for your account by the people who run the service',
  },
  recovery_codes_created: {
    title: 'New recovery codes were created',
    change: 'new recovery codes were created for your account, and the earlier ones stopped working',
  },
  recovery_code_used: {
    title: 'A recovery code was used',
    change: 'someone signed in to your account with one of your recovery codes',
  },
  passkey_added: { title: 'A passkey was added', change: 'a passkey was added to your account' },
  passkey_removed: { title: 'A passkey was removed', change: 'a passkey was removed from your account' },
  email_added: {
    title: 'An email address was added',
    change: 'the email address {{subject}} was added to your account',
  },
  email_changed: {
    title: 'Your email addresses were changed',
    change: 'the email address {{subject}} of your account, or how it is used, was changed',
  },
  email_removed: {
    title: 'An email address was removed',
    change: 'the email address {{subject}} was removed from your account',
  },
  provider_linked: {
    title: 'A sign-in method was added',
    change: 'signing in with {{subject}} was added to your account',
  },
  provider_unlinked: {
    title: 'A sign-in method was removed',
    change: 'signing in with {{subject}} was removed from your account',
  },
  cli_login_approved: {
    title: 'A command-line sign-in was approved',
    change: 'a command-line program was allowed to sign in to your account',
  },
  oauth_access_granted: {
    title: 'An app got access to your account',
    change: '{{subject}} was given access to your account',
  },
  session_copy_refused: {
    title: 'A copy of your session was refused',
    change: 'someone tried to use a copy of your session outside of your browser, which was refused,',
  },
} satisfies Partial<Record<EmailKind, { title: string; change: string }>>

export type AccountChangeKind = keyof typeof changes

/** The sentence that says what has happened. */
export function describeChange(kind: AccountChangeKind): string {
  return `On {{changedAt}}, ${changes[kind].change} at {{projectDisplayName}}.`
}

/** The link leads to a page of this server, which projects cannot customize. */
function announce(kind: AccountChangeKind, ...more: Block[]): EmailDocument {
  const { title } = changes[kind]
  return transactional(
    `${title} at {{projectDisplayName}}`,
    heading(title),
    greeting,
    paragraph(describeChange(kind)),
    ...more,
    when(
      'undoLink',
      paragraph(
        'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.',
      ),
      button('This wasn’t me: undo it', 'undoLink'),
      note(
        'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.',
      ),
    ),
    unless(
      'undoLink',
      note(
        'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.',
      ),
    ),
  )
}

/** What happened to an account, codes to confirm a change, and emails to project owners. */
export const noticeDocuments = {
  password_changed: announce('password_changed'),
  second_factor_enabled: announce('second_factor_enabled'),
  second_factor_disabled: announce('second_factor_disabled'),
  second_factor_reset: announce('second_factor_reset'),
  recovery_codes_created: announce('recovery_codes_created'),
  recovery_code_used: announce('recovery_code_used', paragraph('Unused recovery codes: {{subject}}')),
  passkey_added: announce('passkey_added'),
  passkey_removed: announce('passkey_removed'),
  email_added: announce('email_added'),
  email_changed: announce('email_changed'),
  email_removed: announce('email_removed'),
  provider_linked: announce('provider_linked'),
  provider_unlinked: announce('provider_unlinked'),
  cli_login_approved: announce('cli_login_approved'),
  oauth_access_granted: announce(
    'oauth_access_granted',
    paragraph('You can see what it may do, and end its access at any time, in your account settings.'),
    when('settingsLink', button('Review access', 'settingsLink')),
  ),
  session_copy_refused: announce('session_copy_refused'),
  second_factor_ending: transactional(
    'Two-factor authentication at {{projectDisplayName}} is about to change',
    heading('A second factor is about to be removed'),
    greeting,
    paragraph(
      'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.',
    ),
    paragraph(
      'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.',
    ),
    note('This email goes to all addresses of your account.'),
  ),
  second_factor_ended: transactional(
    'Two-factor authentication at {{projectDisplayName}} has changed',
    heading('A second factor was removed'),
    greeting,
    paragraph(
      'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.',
    ),
    note('If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.'),
  ),
  step_up_code: transactional(
    '{{code}} is your code for {{projectDisplayName}}',
    heading('Confirm your identity'),
    greeting,
    paragraph(
      'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.',
    ),
    code('code'),
    note(
      'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.',
    ),
  ),
  api_key_revoked: transactional(
    'Your API key at {{projectDisplayName}} was revoked',
    heading('Your API key was leaked'),
    greeting,
    paragraph(
      'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.',
    ),
    paragraph(
      'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.',
    ),
    note('You received this email because you manage this key.'),
  ),
  domain_lapsed: transactional(
    '{{domain}} is no longer proven at {{projectDisplayName}}',
    heading('A domain is no longer proven'),
    greeting,
    paragraph(
      'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.',
    ),
    paragraph('To prove the domain again, restore the record and check the domain in the settings.'),
    note('You received this email because you look after this domain.'),
  ),
  connection_set_up: transactional(
    '{{connectionName}} is set up at {{projectDisplayName}}',
    heading('A connection was set up'),
    greeting,
    paragraph(
      'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.',
    ),
    when('domains', paragraph('People with an email address at these domains are led to it: {{domains}}')),
    unless('domains', paragraph('No domain is proven yet, so no email address leads to it.')),
    paragraph('If you did not expect this, turn the connection off and check its settings.'),
    note('You received this email because you look after this connection.'),
  ),
  break_glass_used: transactional(
    '{{memberName}} signed in to {{teamDisplayName}} without the identity provider',
    heading('Sign-in without the identity provider'),
    greeting,
    paragraph(
      '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.',
    ),
    paragraph('If you did not expect this, choose another member for it in the settings of the team.'),
    note('You received this email because you look after how the team signs in.'),
  ),
  break_glass_appointed: transactional(
    '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider',
    heading('A member may sign in without the identity provider'),
    greeting,
    paragraph(
      '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.',
    ),
    paragraph('If you did not expect this, choose another member for it in the settings of the team.'),
    note('You received this email because you look after how the team signs in.'),
  ),
  owner_invitation: transactional(
    'You are invited to the project {{ownedDisplayName}}',
    heading('Join {{ownedDisplayName}}'),
    paragraph('Hi,'),
    paragraph('{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.'),
    when('otherProjects', paragraph('You will have the same role in {{otherProjects}} of its team.')),
    paragraph('To accept, use the address that this email was sent to.'),
    button('Join the project', 'invitationLink'),
    note('The link works once and expires in 7 days. If you do not know who this is, ignore this email.'),
  ),
  failed_emails_digest: transactional(
    '{{emailCount}} from {{projectDisplayName}} could not be sent',
    heading('Some emails could not be sent'),
    greeting,
    paragraph('In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.'),
    paragraph('{{failures}}'),
    button('See the reasons', 'pageUrl'),
    note('You received this email because you are a member of the team that owns {{projectDisplayName}}.'),
  ),
} satisfies Partial<Record<EmailKind, EmailDocument>>
