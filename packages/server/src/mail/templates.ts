import { escapeHtml } from './escape.ts'

/** What a built-in mail is about. The keys are the purposes of the wire and travel in `X-Latchkey-Template`. */
export interface MailTemplates {
  email_verification: Names & { emailVerificationLink: string }
  password_reset: Names & { passwordResetLink: string }
  magic_link: Names & { magicLink: string; otp: string }
  team_invitation: Names & { teamInvitationLink: string; teamDisplayName: string }
  api_key_revoked: Names & { apiKeyDescription: string; apiKeyLastFour: string }
}

interface Names {
  projectDisplayName: string
  userDisplayName: string
}

export type MailTemplate = keyof MailTemplates

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** To be typed where the code was asked for. */
  code?: string
  button?: { text: string; link: string }
  closing: string
}

const letters: { [T in MailTemplate]: (variables: MailTemplates[T]) => Letter } = {
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
    title: `You are invited to ${teamDisplayName}`,
    paragraphs: [
      greet(userDisplayName),
      `somebody in ${teamDisplayName} would like you to join them at ${projectDisplayName}. The link works once, for 7 days.`,
    ],
    button: { text: 'See the invitation', link: teamInvitationLink },
    closing: 'If you do not want to join, you can ignore this mail.',
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

export function renderMail<T extends MailTemplate>(template: T, variables: MailTemplates[T]): RenderedMail {
  const letter = letters[template](variables)
  return { subject: toHeaderText(letter.subject), html: toHtml(letter), text: toText(letter) }
}

/** Names come from people: no line break of theirs may start a header of its own. */
export function toHeaderText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not pass
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

function toText({ title, paragraphs, code, button, closing }: Letter): string {
  const link = button ? [`${button.text}:\n${button.link}`] : []
  return [title, ...paragraphs, ...(code ? [code] : []), ...link, closing].join('\n\n')
}

/** Tables and inline styles, because that is what mail programs understand. Colours read well on light and dark. */
function toHtml({ subject, title, paragraphs, code, button, closing }: Letter): string {
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const text = `${font};font-size:15px;line-height:1.6;color:#15171b;margin:0 0 16px`
  const muted = `${font};font-size:13px;line-height:1.6;color:#6b6760;margin:0 0 12px`
  const codeStyle = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;letter-spacing:6px;color:#15171b'
  const shownCode = code ? `\n<p style="${codeStyle};margin:0 0 24px">${escapeHtml(code)}</p>` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fbfaf8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbfaf8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e7e4de;border-radius:10px">
<tr><td style="padding:32px">
<h1 style="${font};font-size:20px;line-height:1.2;font-weight:600;color:#15171b;margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`).join('\n')}${shownCode}${button ? toButton(button, font, muted) : ''}
<p style="${muted};margin:0">${escapeHtml(closing)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function toButton(button: { text: string; link: string }, font: string, muted: string): string {
  const link = escapeHtml(button.link)
  return `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:#15171b">
<a href="${link}" style="${font};display:inline-block;padding:12px 20px;font-size:15px;font-weight:500;color:#ffffff;text-decoration:none">${escapeHtml(button.text)}</a>
</td></tr></table>
<p style="${muted}">If the button does not work, open this address:<br><a href="${link}" style="color:#8a5a12;word-break:break-all">${link}</a></p>`
}
