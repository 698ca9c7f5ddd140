import { createHash } from 'node:crypto'
import { signInEmail } from '@latchkey/contract'
import { z } from 'zod'
import { BoundedCache } from '../../platform/bounded-cache.ts'

/** A fictional account that a developer signed in with. */
export interface Person {
  email: string
  name: string
  isEmailVerified: boolean
  /** Only companies have them. */
  groups: string[]
}

/** The accounts of sign-ins in progress, by account ID. */
export class Accounts {
  readonly #people = new BoundedCache<string, Person>(1_000)

  /** The same email address always gets the same account at the same provider. */
  remember(provider: string, person: Person): string {
    const accountId = accountIdOf(provider, person)
    this.#people.set(accountId, person)
    return accountId
  }

  findClaims(accountId: string) {
    const person = this.#people.get(accountId)
    if (!person) return undefined
    const { email, name, isEmailVerified } = person
    return { email, email_verified: isEmailVerified, ...(name ? { name } : {}) }
  }
}

export function accountIdOf(provider: string, { email }: Person): string {
  return createHash('sha256').update(`${provider} ${email}`).digest('hex').slice(0, 24)
}

const maxNameLength = 256
const maxGroupsLength = 256
const maxRecent = 4
const cookieName = 'latchkey-development-people'
const listOfPeople = z
  .array(
    z.object({
      email: signInEmail,
      name: z.string().max(maxNameLength),
      isEmailVerified: z.boolean(),
      groups: z.array(z.string().max(maxGroupsLength)).default([]),
    }),
  )
  .max(maxRecent)

/** The submitted account, or an error message. */
export function readPerson(form: URLSearchParams): Person | string {
  const email = signInEmail.safeParse(form.get('email')?.trim())
  if (!email.success) return 'Enter an email address, for example ada@example.com.'
  const name = (form.get('name') ?? '').trim().slice(0, maxNameLength)
  const groups = (form.get('groups') ?? '').slice(0, maxGroupsLength).split(',')
  return {
    email: email.data,
    name,
    isEmailVerified: form.get('verified') === 'on',
    groups: groups.map((group) => group.trim()).filter(Boolean),
  }
}

/** Recent accounts are kept in a cookie. It is not signed, because anybody can sign in as anybody here anyway. */
export function readRecentPeople(cookieHeader = ''): Person[] {
  const value = new RegExp(`(?:^|; *)${cookieName}=([\\w-]+)`).exec(cookieHeader)?.[1]
  if (!value) return []
  try {
    return listOfPeople.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
  } catch {
    return []
  }
}

export function rememberInBrowser(person: Person, recent: Person[], path: string): string {
  const others = recent.filter(({ email }) => email !== person.email)
  const value = Buffer.from(JSON.stringify([person, ...others].slice(0, maxRecent))).toString('base64url')
  return `${cookieName}=${value}; Path=${path}; Max-Age=31536000; HttpOnly; SameSite=Lax`
}
