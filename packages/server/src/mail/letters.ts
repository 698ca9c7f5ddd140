/** What a built-in mail is about. The keys are the purposes of the wire and travel in `X-Latchkey-Template`. */
export interface MailTemplates {
  email_verification: Names & { emailVerificationLink: string }
  password_reset: Names & { passwordResetLink: string }
  magic_link: Names & { magicLink: string; otp: string }
  team_invitation: Names & { teamInvitationLink: string; teamDisplayName: string }
  sign_in_invitation: Names & { signInInvitationLink: string; teamDisplayName: string }
  password_changed: Names & Change
  second_factor_enabled: Names & Change
  second_factor_disabled: Names & Change
  passkey_added: Names & Change
  passkey_removed: Names & Change
  api_key_revoked: Names & { apiKeyDescription: string; apiKeyLastFour: string }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

interface Change {
  changedAt: Date
}

export type MailTemplate = keyof MailTemplates

export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** To be typed where the code was asked for. */
  code?: string
  button?: { text: string; link: string }
  closing: string
}

export const letters: { [T in MailTemplate]: (variables: MailTemplates[T]) => Letter } = {
  email_verification: ({ projectDisplayName, userDisplayName, emailVerificationLink }) => ({
    subject: `Verify your e-mail at ${projectDisplayName}`,
    title: 'Verify your e-mail',
    paragraphs: [
      greet(userDisplayName),
      `please confirm that this is your e-mail address at ${projectDisplayName}. The link works for 7 days.`,
    ],
    button: { text: 'Verify e-mail', link: emailVerificationLink },
    closing: `If you did not sign up at ${projectDisplayName}, you can ignore this mail.`,
  }),
  password_reset: ({ projectDisplayName, userDisplayName, passwordResetLink }) => ({
    subject: `Reset your password at ${projectDisplayName}`,
    title: 'Reset your password',
    paragraphs: [
      greet(userDisplayName),
      `somebody, hopefully you, asked for a new password at ${projectDisplayName}. The link works once, for one hour.`,
    ],
    button: { text: 'Choose a new password', link: passwordResetLink },
    closing: 'If it was not you, you can ignore this mail. Your password stays as it is.',
  }),
  magic_link: ({ projectDisplayName, userDisplayName, magicLink, otp }) => ({
    subject: `Sign in to ${projectDisplayName}: your code is ${otp}`,
    title: `Sign in to ${projectDisplayName}`,
    paragraphs: [greet(userDisplayName), 'type this code where you asked for it. It works once, for ten minutes.'],
    code: otp,
    button: { text: 'Or sign in with this link', link: magicLink },
    closing: 'If you did not try to sign in, you can ignore this mail. Never give the code to anybody.',
  }),
  team_invitation: ({ projectDisplayName, userDisplayName, teamInvitationLink, teamDisplayName }) => ({
    subject: `Join ${teamDisplayName} at ${projectDisplayName}`,
    title: `Join ${teamDisplayName}`,
    paragraphs: [
      greet(userDisplayName),
      `you are invited to the team ${teamDisplayName} at ${projectDisplayName}. The link works once, for 7 days.`,
    ],
    button: { text: 'Join the team', link: teamInvitationLink },
    closing: 'If you do not know the team, you can ignore this mail.',
  }),
  sign_in_invitation: ({ projectDisplayName, userDisplayName, signInInvitationLink, teamDisplayName }) => ({
    subject: `You are invited to ${projectDisplayName}`,
    title: `Welcome to ${projectDisplayName}`,
    paragraphs: [
      greet(userDisplayName),
      `${teamDisplayName || projectDisplayName} made an account at ${projectDisplayName} for you. Sign in to use it.`,
    ],
    button: { text: 'Sign in', link: signInInvitationLink },
    closing: `If you do not know ${projectDisplayName}, you can ignore this mail.`,
  }),
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
      `the API key “${apiKeyDescription}” (ending in ${apiKeyLastFour}) at ${projectDisplayName} was found where everybody can read it.`,
      'So that nobody can use it, it does not work any more. Please make a new one, and look for what the old one may have been used for.',
    ],
    closing: 'You get this mail because you manage this key.',
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
      `on ${moment.format(changedAt)} UTC, ${news.change} at ${projectDisplayName}.`,
      'If that was you, there is nothing to do.',
    ],
    closing: `If it was not you, ${news.advice}, and tell ${projectDisplayName}.`,
  }
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
