/** Security notices, step-up codes and invitations of owners, which projects cannot customize. The keys are sent as `X-Latchkey-Template`. */
export interface Notices {
  password_changed: Names & Change
  second_factor_enabled: Names & Change
  second_factor_disabled: Names & Change
  second_factor_ending: Names & { endsAt: Date | string }
  second_factor_ended: Names & { endsAt: Date | string }
  passkey_added: Names & Change
  passkey_removed: Names & Change
  step_up_code: Names & { code: string }
  email_added: Names & Change
  email_changed: Names & Change
  email_removed: Names & Change
  provider_linked: Names & Change
  provider_unlinked: Names & Change
  cli_login_approved: Names & Change
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

export type NoticeKind = keyof Notices

export interface Notice {
  subject: string
  title: string
  paragraphs: string[]
  closing: string
  /** To be typed, so it stands on its own. */
  code?: string
  button?: { text: string; url: string }
}

export const notices: { [K in NoticeKind]: (variables: Notices[K]) => Notice } = {
  password_changed: (variables) =>
    announce(variables, {
      title: 'Your password was changed',
      change: 'the password of your account was changed',
    }),
  second_factor_enabled: (variables) =>
    announce(variables, {
      title: 'Two-factor authentication is on',
      change: 'two-factor authentication with an authenticator app was turned on for your account',
    }),
  second_factor_disabled: (variables) =>
    announce(variables, {
      title: 'Two-factor authentication is off',
      change: 'two-factor authentication was turned off for your account',
    }),
  second_factor_ending: ({ projectDisplayName, userDisplayName, endsAt }) => ({
    subject: `Two-factor authentication at ${projectDisplayName} is about to change`,
    title: 'Your authenticator app is about to be removed',
    paragraphs: [
      greet(userDisplayName),
      `Someone who reads the emails to one of your addresses has undone changes to your account at ${projectDisplayName}, without the code of the authenticator app that was set up since then. That app will be removed from your account on ${moment.format(new Date(endsAt))} UTC.`,
      'If this was you, you don’t need to do anything. If it wasn’t, sign in with a code from the app before then, which keeps it, and change the password of your email account.',
    ],
    closing: 'This email goes to all addresses of your account.',
  }),
  second_factor_ended: ({ projectDisplayName, userDisplayName, endsAt }) => ({
    subject: `Two-factor authentication at ${projectDisplayName} has changed`,
    title: 'Your authenticator app was removed',
    paragraphs: [
      greet(userDisplayName),
      `On ${moment.format(new Date(endsAt))} UTC, the authenticator app that was set up last was removed from your account at ${projectDisplayName}, as announced three days before. If you had another one before, it works again.`,
    ],
    closing: `If this wasn’t you, contact ${projectDisplayName}. This email goes to all addresses of your account.`,
  }),
  passkey_added: (variables) =>
    announce(variables, {
      title: 'A passkey was added',
      change: 'a passkey was added to your account',
    }),
  passkey_removed: (variables) =>
    announce(variables, {
      title: 'Your passkey was removed',
      change: 'the passkey was removed from your account',
    }),
  email_added: (variables) =>
    announce(variables, {
      title: 'An email address was added',
      change: `the email address ${variables.subject} was added to your account`,
    }),
  email_changed: (variables) =>
    announce(variables, {
      title: 'Your email addresses were changed',
      change: `the email address ${variables.subject} of your account, or how it is used, was changed`,
    }),
  email_removed: (variables) =>
    announce(variables, {
      title: 'An email address was removed',
      change: `the email address ${variables.subject} was removed from your account`,
    }),
  provider_linked: (variables) =>
    announce(variables, {
      title: 'A sign-in method was added',
      change: `signing in with ${variables.subject} was added to your account`,
    }),
  provider_unlinked: (variables) =>
    announce(variables, {
      title: 'A sign-in method was removed',
      change: `signing in with ${variables.subject} was removed from your account`,
    }),
  cli_login_approved: (variables) =>
    announce(variables, {
      title: 'A command-line sign-in was approved',
      change: 'a command-line program was allowed to sign in to your account',
    }),
  step_up_code: ({ projectDisplayName, userDisplayName, code }) => ({
    subject: `${code} is your code for ${projectDisplayName}`,
    title: 'Confirm your identity',
    paragraphs: [
      greet(userDisplayName),
      `To continue with the change to your account at ${projectDisplayName}, enter this code. It works once and expires in ten minutes.`,
    ],
    code,
    closing:
      'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.',
  }),
  api_key_revoked: ({ projectDisplayName, userDisplayName, apiKeyDescription, apiKeyLastFour }) => ({
    subject: `Your API key at ${projectDisplayName} was revoked`,
    title: 'Your API key was leaked',
    paragraphs: [
      greet(userDisplayName),
      `The API key “${apiKeyDescription}” (ending in ${apiKeyLastFour}) at ${projectDisplayName} was found in a public place.`,
      'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.',
    ],
    closing: 'You received this email because you manage this key.',
  }),
  owner_invitation: ({
    inviterDisplayName,
    inviterEmail,
    ownedDisplayName,
    otherProjectCount,
    role,
    invitationLink,
  }) => ({
    subject: `You are invited to the project ${ownedDisplayName}`,
    title: `Join ${ownedDisplayName}`,
    paragraphs: [
      'Hi,',
      `${nameWithEmail(inviterDisplayName, inviterEmail)} invites you to the project “${ownedDisplayName}” with the role ${role}.` +
        (otherProjectCount === 0
          ? ''
          : ` You will have the same role in ${countOthers(otherProjectCount)} of its team.`),
      'To accept, use the address that this email was sent to.',
    ],
    button: { text: 'Join the project', url: invitationLink },
    closing: 'The link works once and expires in 7 days. If you do not know who this is, ignore this email.',
  }),
  failed_emails_digest: ({ projectDisplayName, userDisplayName, count, pageUrl, failures }) => ({
    subject: `${count} ${count === 1 ? 'email' : 'emails'} from ${projectDisplayName} could not be sent`,
    title: 'Some emails could not be sent',
    paragraphs: [
      greet(userDisplayName),
      `In the last day, ${count} ${count === 1 ? 'email' : 'emails'} from ${projectDisplayName} could not be sent.`,
      ...failures,
    ],
    button: { text: 'See the reasons', url: pageUrl },
    closing: `You received this email because you are a member of the team that owns ${projectDisplayName}.`,
  }),
}

function nameWithEmail(name: string, email: string): string {
  if (name && email) return `${name} (${email})`
  return name || email || 'An owner'
}

function countOthers(count: number): string {
  return count === 1 ? 'the other project' : `the ${count} other projects`
}

function greet(name: string): string {
  return name ? `Hi ${name},` : 'Hi,'
}

/** Describes a change to an account. The link leads to a page of this server, which projects cannot customize. */
function announce(
  { projectDisplayName, userDisplayName, changedAt, undoLink }: Names & Change,
  news: { title: string; change: string },
): Notice {
  const heading = { subject: `${news.title} at ${projectDisplayName}`, title: news.title }
  const event = `On ${moment.format(new Date(changedAt))} UTC, ${news.change} at ${projectDisplayName}.`
  if (!undoLink) {
    return {
      ...heading,
      paragraphs: [greet(userDisplayName), event],
      closing: `If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact ${projectDisplayName}.`,
    }
  }
  return {
    ...heading,
    paragraphs: [
      greet(userDisplayName),
      event,
      'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods ' +
        'and signs everyone out of your account.',
    ],
    button: { text: 'This wasn’t me: undo it', url: undoLink },
    closing: `The link works once and expires in 7 days. If it no longer works, reset your password and contact ${projectDisplayName}.`,
  }
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
