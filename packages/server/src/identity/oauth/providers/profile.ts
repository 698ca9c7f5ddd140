import { signInEmail } from '@latchkey/contract'
import type { ProviderDefinition, ProviderEnvironment, SignedIn } from './definition.ts'
import { failure } from './failures.ts'
import type { ProviderProfile } from './provider.ts'

/** Reads a response of the provider's API and rejects it if it does not have the expected shape. */
export function askProfile(
  { title }: ProviderDefinition,
  { outbound }: ProviderEnvironment,
  accessToken: string,
  signal: AbortSignal,
): SignedIn['get'] {
  return async (url, shape, options = {}) => {
    const response = await outbound.fetch(url, {
      headers: { accept: 'application/json', ...options.headers, authorization: `Bearer ${accessToken}` },
      signal,
    })
    const { status } = response
    if (status >= 500 || status === 429) throw failure('unreachable', title, `status ${status}`)
    if (status === 403 || status === 404) {
      throw failure(options.isAboutEmail ? 'email-permission-missing' : 'scope-refused', title, `status ${status}`)
    }
    if (status !== 200) throw failure('invalid-answer', title, `status ${status}`)
    const answer = shape.safeParse(await response.json())
    if (!answer.success) throw failure('invalid-answer', title, `unexpected profile: ${answer.error.message}`)
    return answer.data
  }
}

const maxAccountIdLength = 255
const maxNameLength = 256
const maxImageUrlLength = 2_000

/** A provider's texts are untrusted: whatever we cannot store or show is left out. */
export function cleanProfile(profile: ProviderProfile, title: string): ProviderProfile {
  const { accountId } = profile
  if (accountId === '' || accountId.length > maxAccountIdLength || controlCharacters.test(accountId)) {
    throw failure('invalid-answer', title, 'no usable account id')
  }
  const email = signInEmail.safeParse(profile.email?.trim()).data ?? null
  return {
    accountId,
    displayName: cleanName(profile.displayName),
    email,
    isEmailVerified: email !== null && profile.isEmailVerified,
    imageUrl: cleanImageUrl(profile.imageUrl),
    ...(profile.groups && { groups: profile.groups }),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not pass
const controlCharacters = /[\u0000-\u001f\u007f]/

function cleanName(name: string | null): string | null {
  const text = name?.replaceAll(new RegExp(controlCharacters, 'g'), ' ').trim() ?? ''
  // Counted in grapheme clusters, so that none is cut in half.
  let short = ''
  for (const character of text) {
    if (short.length + character.length > maxNameLength) break
    if (!/^[\ud800-\udfff]$/.test(character)) short += character
  }
  return short || null
}

function cleanImageUrl(url: string | null): string | null {
  if (!url || url.length > maxImageUrlLength || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return ['http:', 'https:'].includes(protocol) ? href : null
}
