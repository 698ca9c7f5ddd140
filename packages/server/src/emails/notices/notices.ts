/** Announcements and proofs, which no project can change. The keys travel in `X-Latchkey-Template`. */
export interface Notices {
  password_changed: Names & Change
  second_factor_enabled: Names & Change
  second_factor_disabled: Names & Change
  passkey_added: Names & Change
  passkey_removed: Names & Change
  step_up_code: Names & { code: string }
  email_added: Names & Change
  email_changed: Names & Change
  email_removed: Names & Change
  provider_linked: Names & Change
  provider_unlinked: Names & Change
  api_key_revoked: Names & { apiKeyDescription: string; apiKeyLastFour: string }
  failed_emails_digest: Names & { count: number; pageUrl: string; failures: string[] }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

interface Change {
  changedAt: Date
  /** The address or provider that it is about, if it is about one. */
  subject: string
  undoLink: string
}

export type NoticeKind = keyof Notices

export interface Notice {
  subject: string
  title: string
  paragraphs: string[]
  closing: string
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
      title: 'Two-factor sign-in is on',
      change: 'an authenticator app was set up as the second factor of your account',
    }),
  second_factor_disabled: (variables) =>
    announce(variables, {
      title: 'Two-factor sign-in is off',
      change: 'the second factor of your account was turned off',
    }),
  passkey_added: (variables) =>
    announce(variables, {
      title: 'A passkey was added',
      change: 'a passkey was added to your account',
    }),
  passkey_removed: (variables) =>
    announce(variables, {
      title: 'Your passkey was removed',
      change: 'the passkey of your account was removed',
    }),
  email_added: (variables) =>
    announce(variables, {
      title: 'An email address was added',
      change: `the address ${variables.subject} was added to your account`,
    }),
  email_changed: (variables) =>
    announce(variables, {
      title: 'Your email addresses were changed',
      change: `the address ${variables.subject} of your account, or what it is used for, was changed`,
    }),
  email_removed: (variables) =>
    announce(variables, {
      title: 'An email address was removed',
      change: `the address ${variables.subject} was removed from your account`,
    }),
  provider_linked: (variables) =>
    announce(variables, {
      title: 'A new way to sign in',
      change: `signing in with ${variables.subject} was added to your account`,
    }),
  provider_unlinked: (variables) =>
    announce(variables, {
      title: 'A way to sign in was removed',
      change: `signing in with ${variables.subject} was removed from your account`,
    }),
  step_up_code: ({ projectDisplayName, userDisplayName, code }) => ({
    subject: `${code} is your code for ${projectDisplayName}`,
    title: 'Confirm that it is you',
    paragraphs: [
      greet(userDisplayName),
      `To go on with a change of your account at ${projectDisplayName}, type this code where you were asked for it. It works once, for ten minutes.`,
      code,
    ],
    closing:
      'Never give the code to anybody. If you did not ask for it, somebody else is signed in as you: change your password, which ends all other sessions.',
  }),
  api_key_revoked: ({ projectDisplayName, userDisplayName, apiKeyDescription, apiKeyLastFour }) => ({
    subject: `An API key of yours at ${projectDisplayName} was revoked`,
    title: 'Your API key was found in public',
    paragraphs: [
      greet(userDisplayName),
      `The API key “${apiKeyDescription}” (ending in ${apiKeyLastFour}) at ${projectDisplayName} was found where everybody can read it.`,
      'So that nobody can use it, it does not work any more. Please make a new one, and look for what the old one may have been used for.',
    ],
    closing: 'You get this mail because you manage this key.',
  }),
  failed_emails_digest: ({ projectDisplayName, userDisplayName, count, pageUrl, failures }) => ({
    subject: `${count} ${count === 1 ? 'mail' : 'mails'} of ${projectDisplayName} could not be sent`,
    title: 'Some mails could not be sent',
    paragraphs: [
      greet(userDisplayName),
      `In the last day, ${count} ${count === 1 ? 'mail' : 'mails'} of ${projectDisplayName} could not be sent. What went wrong is at ${pageUrl}`,
      ...failures,
    ],
    closing: `You get this mail because you belong to the team that owns ${projectDisplayName}.`,
  }),
}

function greet(name: string): string {
  return name ? `Hi ${name},` : 'Hi,'
}

/** Says what happened to an account. The link leads to a page of this server, which no project can change. */
function announce(
  { projectDisplayName, userDisplayName, changedAt, undoLink }: Names & Change,
  news: { title: string; change: string },
): Notice {
  return {
    subject: `${news.title} at ${projectDisplayName}`,
    title: news.title,
    paragraphs: [
      greet(userDisplayName),
      `On ${moment.format(changedAt)} UTC, ${news.change} at ${projectDisplayName}.`,
      'If that was you, there is nothing to do. If it was not you, undo it: your ways to sign in become what they were ' +
        'before, and everybody is signed out of your account.',
    ],
    button: { text: 'This was not me: undo it', url: undoLink },
    closing: `The link works once, for 7 days. If it does not work any more, ask for a new password and tell ${projectDisplayName}.`,
  }
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
