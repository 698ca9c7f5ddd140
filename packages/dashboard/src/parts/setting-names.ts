import { providerNames } from '@latchkey/contract/providers'
import type { FieldConflict } from '../data/conflicts.ts'

/** Settings by their path, as their pages call them. */
const settings: Record<string, string> = {
  display_name: 'Name',
  description: 'Description',
  is_production_mode: 'Production mode',
  logo_url: 'Logo',
  logo_dark_mode_url: 'Logo for dark theme',
  full_logo_url: 'Logo with name',
  full_logo_dark_mode_url: 'Logo with name for dark theme',
  tsx_source: 'Source',
  theme_id: 'Theme',
  url: 'URL',
  event_types: 'Events',
  is_enabled: 'Enabled',
  'auth.allowSignUp': 'New users can sign up',
  'auth.password.allowSignIn': 'Password sign-in',
  'auth.otp.allowSignIn': 'Magic link',
  'auth.passkey.allowSignIn': 'Passkey',
  'auth.stepUp.isRequired': 'Confirm sensitive changes',
  'auth.oauth.accountMergeStrategy': 'Same email address',
  'domains.allowLocalhost': 'Trust localhost',
  'users.allowClientUserDeletion': 'Users can delete their account',
  'teams.allowClientTeamCreation': 'Users can create teams',
  'teams.createPersonalTeamOnSignUp': 'Create a personal team on sign-up',
  'apiKeys.enabled.user': 'API keys of users',
  'apiKeys.enabled.team': 'API keys of teams',
  'emails.selectedThemeId': 'Theme of emails',
  'emails.server.isShared': 'Shared email server',
  'branding.mode': 'Theme',
  'branding.radius': 'Corners',
}

/** The last name of a path. */
const fields: Record<string, string> = {
  baseUrl: 'Domain',
  handlerPath: 'Handler path',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  facebookConfigId: 'Configuration ID',
  microsoftTenantId: 'Tenant ID',
  isShared: 'Shared keys',
  allowSignIn: 'Sign-in',
  displayName: 'Name',
  tsxSource: 'Source',
  themeId: 'Theme',
  groupId: 'Group',
  isAddOnTo: 'Add-on to',
  senderEmail: 'Sender address',
}

/** Entries of records: what one is called, and where its ID is in the path. */
const kinds: readonly [path: RegExp, noun: string][] = [
  [/^payments\.offers\.[^.]+\.prices\.([^.]+)/, 'Price'],
  [/^payments\.offers\.[^.]+\.includedItems\.([^.]+)/, 'Included item'],
  [/^payments\.offers\.([^.]+)/, 'Offer'],
  [/^payments\.items\.([^.]+)/, 'Item'],
  [/^payments\.groups\.([^.]+)/, 'Group'],
  [/^domains\.trustedDomains\.([^.]+)/, 'Domain'],
  [/^auth\.oauth\.providers\.([^.]+)/, 'Provider'],
  [/^emails\.templates\.([^.]+)/, 'Template'],
  [/^emails\.themes\.([^.]+)/, 'Theme'],
  [/^dataVault\.stores\.([^.]+)/, 'Store'],
  [/^rbac\.permissions\.[^.]+\.containedPermissionIds\.([^.]+)/, 'Contains'],
  [/^rbac\.permissions\.([^.]+)/, 'Permission'],
  [/^rbac\.defaultPermissions\.[^.]+\.([^.]+)/, 'Default permission'],
]

/** The field of a conflict in words, such as “Offer Pro: name”. */
export function nameField({ path, name }: Pick<FieldConflict, 'path' | 'name'>): string {
  const known = settings[path]
  if (known) return name ? `${name}: ${lower(known)}` : known
  const [, mode, color] = /^branding\.(light|dark)\.(.+)$/.exec(path) ?? []
  if (mode && color) return `${sentence(mode)} theme: ${words(color)}`
  for (const [pattern, noun] of kinds) {
    const [start, id] = pattern.exec(path) ?? []
    if (start === undefined || id === undefined) continue
    const thing = `${noun} ${nameEntry(noun, id, name)}`
    const field = path.slice(start.length + 1)
    return field ? `${thing}: ${lower(nameLast(field))}` : thing
  }
  return sentence(path.split('.').slice(-2).map(words).join(' '))
}

/** IDs that people have chosen are names, too. Generated ones are not. */
function nameEntry(noun: string, id: string, name: string | null): string {
  if (noun === 'Provider') return (providerNames as Record<string, string>)[id] ?? id
  if (['Price', 'Included item', 'Contains', 'Permission', 'Default permission'].includes(noun)) return id
  return name ?? id
}

function nameLast(path: string): string {
  const last = path.split('.').at(-1)!
  return fields[last] ?? sentence(words(last))
}

const words = (name: string) => name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Keeps abbreviations such as URL. */
const lower = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
