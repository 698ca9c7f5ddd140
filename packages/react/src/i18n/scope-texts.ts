import type { OAuthRequestScope } from '@latchkey/sdk'
import type { SourceText } from './source-texts.ts'
import type { Translate } from './translation.tsx'

const texts: Readonly<Record<string, SourceText>> = {
  openid: 'Recognize you when you come back',
  profile: 'See your name and picture',
  email: 'See your email address',
  teams: 'See the teams you belong to',
  offline_access: "Keep access while you're not using it",
}

/** What people read: our words for the built-in scopes, the project's for its own. */
export function describeScope(
  { id, displayName }: Pick<OAuthRequestScope, 'id' | 'displayName'>,
  t: Translate,
): string {
  const text = Object.hasOwn(texts, id) ? texts[id] : undefined
  return displayName ?? (text ? t(text) : id)
}

/** A sign-in without it would not be one. */
export const isRequired = ({ id }: OAuthRequestScope) => id === 'openid'

/** Who the user is comes first, then what the project has defined. */
export function inOrder<Scope extends { readonly id: string }>(scopes: readonly Scope[]): Scope[] {
  const builtIn = Object.keys(texts)
  const rankOf = ({ id }: Scope) => (builtIn.includes(id) ? builtIn.indexOf(id) : builtIn.length)
  return [...scopes].sort((a, b) => rankOf(a) - rankOf(b))
}
