import type { EmailDocument, EmailThemeDocument } from '@latchkey/contract'
import {
  button,
  code,
  greeting,
  heading,
  linkText,
  note,
  paragraph,
  quietButton,
  transactional,
  unless,
  when,
} from './built-in-email-blocks.ts'

/** The emails that people need to sign in and to join teams. */
export const templateDocuments = {
  email_verification: transactional(
    'Verify your email at {{projectDisplayName}}',
    heading('Verify your email'),
    greeting,
    when(
      'accountName',
      paragraph(
        'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.',
      ),
    ),
    unless(
      'accountName',
      paragraph(
        'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.',
      ),
    ),
    button('Verify email', 'emailVerificationLink'),
    linkText('emailVerificationLink'),
    when(
      'notMeLink',
      note('If this isn’t you, you can ignore this email, or have your address removed from that account.'),
    ),
    unless('notMeLink', note('If this isn’t you, you can ignore this email.')),
    when('accountName', quietButton('This isn’t my account', 'notMeLink')),
    unless('accountName', quietButton('It wasn’t me', 'notMeLink')),
  ),
  password_reset: transactional(
    'Reset your password at {{projectDisplayName}}',
    heading('Reset your password'),
    greeting,
    paragraph(
      'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.',
    ),
    button('Choose a new password', 'passwordResetLink'),
    linkText('passwordResetLink'),
    note('If you did not request this, you can ignore this email. Your password will not change.'),
  ),
  magic_link: transactional(
    'Sign in to {{projectDisplayName}}: your code is {{otp}}',
    heading('Sign in to {{projectDisplayName}}'),
    greeting,
    paragraph('Enter this code to sign in, or use the button. It works once and expires in ten minutes.'),
    code('otp'),
    button('Sign in', 'magicLink'),
    linkText('magicLink'),
    note('If you did not try to sign in, you can ignore this email. Never share the code with anyone.'),
  ),
  team_invitation: transactional(
    'Join {{teamDisplayName}} at {{projectDisplayName}}',
    heading('Join {{teamDisplayName}}'),
    greeting,
    paragraph(
      'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.',
    ),
    button('Join the team', 'teamInvitationLink'),
    linkText('teamInvitationLink'),
    note('If you do not know the team, you can ignore this email.'),
  ),
  sign_in_invitation: transactional(
    'You are invited to sign in to {{projectDisplayName}}',
    heading('Welcome to {{projectDisplayName}}'),
    greeting,
    paragraph('You are invited to sign in to {{projectDisplayName}}.'),
    button('Sign in', 'signInInvitationLink'),
    linkText('signInInvitationLink'),
    note('If you do not know {{projectDisplayName}}, you can ignore this email.'),
  ),
} satisfies Record<string, EmailDocument>

const lightColors = {
  background: '#fbfaf8',
  card: '#ffffff',
  text: '#15171b',
  muted: '#6b6760',
  border: '#e7e4de',
  link: '#8a5a12',
}
const darkColors = {
  background: '#0e0f12',
  card: '#15171b',
  text: '#f3f1ed',
  muted: '#9a978f',
  border: '#2a2d33',
  link: '#e0b266',
}
const shape = { font: 'system', width: 480, radius: 10, header: 'logo-and-name' } as const

export const lightTheme: EmailThemeDocument = { ...shape, colors: lightColors, darkColors }
export const darkTheme: EmailThemeDocument = { ...shape, colors: darkColors }
