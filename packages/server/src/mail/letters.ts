/** Announcements, which no project can change. The keys travel in `X-Latchkey-Template`. */
export interface Letters {
  password_changed: Names & Change
  second_factor_enabled: Names & Change
  second_factor_disabled: Names & Change
  passkey_added: Names & Change
  passkey_removed: Names & Change
  api_key_revoked: Names & { apiKeyDescription: string; apiKeyLastFour: string }
  failed_emails_digest: Names & { count: number; pageUrl: string; failures: string[] }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

interface Change {
  changedAt: Date
}

export type LetterKind = keyof Letters

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  closing: string
}

export const letters: { [K in LetterKind]: (variables: Letters[K]) => Letter } = {
  password_changed: (variables) =>
    announce(variables, {
      title: 'Your password was changed',
      change: 'the password of your account was changed',
      advice: 'ask for a new password right away',
    }),
  second_factor_enabled: (variables) =>
    announce(variables, {
      title: 'Two-factor sign-in is on',
      change: 'an authenticator app was set up as the second factor of your account',
      advice: 'change your password right away',
    }),
  second_factor_disabled: (variables) =>
    announce(variables, {
      title: 'Two-factor sign-in is off',
      change: 'the second factor of your account was turned off',
      advice: 'change your password right away and turn it on again',
    }),
  passkey_added: (variables) =>
    announce(variables, {
      title: 'A passkey was added',
      change: 'a passkey was added to your account',
      advice: 'remove it in your account settings and change your password right away',
    }),
  passkey_removed: (variables) =>
    announce(variables, {
      title: 'Your passkey was removed',
      change: 'the passkey of your account was removed',
      advice: 'change your password right away',
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

/** Says what happened to an account. No button: there is no address of the app here that a link could safely lead to. */
function announce(
  { projectDisplayName, userDisplayName, changedAt }: Names & Change,
  news: { title: string; change: string; advice: string },
): Letter {
  return {
    subject: `${news.title} at ${projectDisplayName}`,
    title: news.title,
    paragraphs: [
      greet(userDisplayName),
      `On ${moment.format(changedAt)} UTC, ${news.change} at ${projectDisplayName}.`,
      'If that was you, there is nothing to do.',
    ],
    closing: `If it was not you, ${news.advice}, and tell ${projectDisplayName}.`,
  }
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
