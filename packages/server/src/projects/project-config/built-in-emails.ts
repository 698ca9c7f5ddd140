import { readFileSync } from 'node:fs'
import { packageFolder } from '../../platform/package-folder.ts'

export interface EmailTheme {
  displayName: string
  tsxSource: string
}

export interface EmailTemplate extends EmailTheme {
  /** False for no theme; the theme of the project if absent. */
  themeId?: string | false
}

/** These IDs are part of the API. The light theme is selected by default. */
export const builtInThemeIds = {
  light: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  dark: 'a0172b5d-cff0-463b-83bb-85124697373a',
} as const

/** The emails that the server sends with a template, by purpose. */
export const systemTemplateIds = {
  email_verification: 'e7d009ce-8d47-4528-b245-5bf119f2ffa3',
  password_reset: 'a70fb3a4-56c1-4e42-af25-49d25603abd0',
  magic_link: '822687fe-8d0a-4467-a0d1-416b6e639478',
  team_invitation: 'e84de395-2076-4831-9c19-8e9a96a868e4',
  sign_in_invitation: '066dd73c-36da-4fd0-b6d6-ebf87683f8bc',
} as const

export const builtInThemes: Record<string, EmailTheme> = {
  [builtInThemeIds.light]: { displayName: 'Default Light', tsxSource: readSource('default-light') },
  [builtInThemeIds.dark]: { displayName: 'Default Dark', tsxSource: readSource('default-dark') },
}

export const builtInTemplates: Record<string, EmailTemplate> = {
  [systemTemplateIds.email_verification]: {
    displayName: 'Email Verification',
    tsxSource: readSource('email-verification'),
  },
  [systemTemplateIds.password_reset]: { displayName: 'Password Reset', tsxSource: readSource('password-reset') },
  [systemTemplateIds.magic_link]: { displayName: 'Magic Link/OTP', tsxSource: readSource('magic-link') },
  [systemTemplateIds.team_invitation]: { displayName: 'Team Invitation', tsxSource: readSource('team-invitation') },
  [systemTemplateIds.sign_in_invitation]: {
    displayName: 'Sign In Invitation',
    tsxSource: readSource('sign-in-invitation'),
  },
}

/** Generous, because built-in templates always finish, even on a busy machine. */
export const builtInRendering = { owner: 'built-in', maxMillis: 30_000 }

/** The initial content of a new template and a new draft. */
export const sampleTemplate = readSource('sample-template')
export const sampleDraft = readSource('sample-draft')

/** Whether template and theme are both built in, so that no code of a project runs. */
export function isBuiltIn(templateTsx: string, themeTsx: string | null): boolean {
  return isAmong(builtInTemplates, templateTsx) && (themeTsx === null || isAmong(builtInThemes, themeTsx))
}

function isAmong(sources: Record<string, EmailTheme>, tsx: string): boolean {
  return Object.values(sources).some(({ tsxSource }) => tsxSource === tsx)
}

/** Always in the source folder, because project owners read and edit the original source. */
function readSource(name: string): string {
  return readFileSync(new URL(`src/emails/templates/built-in/${name}.tsx`, packageFolder), 'utf8')
}
