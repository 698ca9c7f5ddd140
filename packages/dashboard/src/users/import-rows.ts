import type { Routes } from '@latchkey/contract'
import { fromCell } from '../data/csv.ts'
import type { FileRow } from './import-file.ts'

export type NewUser = NonNullable<Routes['POST /users']['request']['body']>

/** The fields a column can map to. */
export const importFields = {
  email: 'Email',
  name: 'Name',
  verified: 'Email is verified',
  locale: 'Language',
  password: 'Password',
  passwordHash: 'Password hash',
  clientMetadata: 'Client metadata',
  readOnlyMetadata: 'Client read-only metadata',
  serverMetadata: 'Server metadata',
} as const

export type ImportField = keyof typeof importFields

type SecretField = 'password' | 'passwordHash'

export const isSecret = (field: ImportField | undefined): field is SecretField =>
  field === 'password' || field === 'passwordHash'

/** The field of each column. Undefined for skipped columns. */
export type Mapping = readonly (ImportField | undefined)[]

const guesses: Record<ImportField, RegExp> = {
  email: /^(primary_?)?e?_?mail(_?address)?$/,
  name: /^((display|full|user)_?)?name$/,
  verified: /^((primary_?)?e?mail_?)(is_?)?verified$|^verified$/,
  locale: /^(locale|language|lang)$/,
  password: /^password$/,
  passwordHash: /^(password_?hash|hashed_?password|password_?digest|bcrypt|hash)$/,
  clientMetadata: /^client_?metadata$/,
  readOnlyMetadata: /^(client_?)?read_?only_?metadata$/,
  serverMetadata: /^server_?metadata$/,
}

/** Guesses fields from column names. Each field is used once. */
export function guessMapping(header: readonly string[]): Mapping {
  const free = new Set(Object.keys(guesses) as ImportField[])
  return header.map((name) => {
    const normal = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const field = [...free].find((each) => guesses[each].test(normal))
    if (field) free.delete(field)
    return field
  })
}

export interface ImportRow extends FileRow {
  /** Undefined if the row cannot be imported. */
  user: NewUser | undefined
  problem: string | undefined
}

/** Finds errors that the server would reject, before sending. */
export function readRows(rows: readonly FileRow[], mapping: Mapping): ImportRow[] {
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    // Spaces and signs are part of a secret.
    const readSecret = (field: SecretField) => cells[mapping.indexOf(field)] ?? ''
    const read = (field: Exclude<ImportField, SecretField>) => fromCell((cells[mapping.indexOf(field)] ?? '').trim())
    const email = read('email').toLowerCase()
    const verified = toBoolean(read('verified'))
    const earlier = seen.get(email)
    if (email && earlier === undefined) seen.set(email, line)
    const metadata = readMetadata(read)
    const problem = findProblem({ email, verified, earlier, name: read('name') }) ?? metadata.problem
    if (problem) return { line, cells, user: undefined, problem }
    const [name, locale] = [read('name'), read('locale')]
    const [password, passwordHash] = [readSecret('password'), readSecret('passwordHash')]
    const user: NewUser = {
      primary_email: email,
      primary_email_auth_enabled: true,
      primary_email_verified: verified ?? false,
      ...(name && { display_name: name }),
      ...(locale && { locale }),
      ...(passwordHash ? { password_hash: passwordHash } : password && { password }),
      ...metadata.fields,
    }
    return { line, cells, user, problem: undefined }
  })
}

const metadataFields = {
  clientMetadata: 'client_metadata',
  readOnlyMetadata: 'client_read_only_metadata',
  serverMetadata: 'server_metadata',
} as const

/** Metadata is a JSON object. An empty cell leaves it out. */
function readMetadata(read: (field: keyof typeof metadataFields) => string) {
  const fields: Partial<Record<(typeof metadataFields)[keyof typeof metadataFields], object>> = {}
  for (const field of Object.keys(metadataFields) as (keyof typeof metadataFields)[]) {
    const text = read(field)
    if (!text) continue
    const value = parseObject(text)
    if (!value) return { fields, problem: `“${importFields[field]}” must be a JSON object such as {"plan": "pro"}.` }
    fields[metadataFields[field]] = value
  }
  return { fields, problem: undefined }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

interface Checked {
  email: string
  verified: boolean | undefined
  earlier: number | undefined
  name: string
}

function findProblem({ email, verified, earlier, name }: Checked): string | undefined {
  if (!email) return 'The email address is missing.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 256) return `“${email}” is not an email address.`
  if (earlier !== undefined) return `Same email address as in line ${earlier}.`
  if (verified === undefined) return '“Email is verified” must be true or false.'
  if (name.length > 256) return 'The name has more than 256 characters.'
  return undefined
}

function toBoolean(text: string): boolean | undefined {
  if (/^(true|yes|y|1|t)$/i.test(text)) return true
  return /^(false|no|n|0|f|)$/i.test(text) ? false : undefined
}
