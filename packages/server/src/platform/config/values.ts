import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'

/** A kind of value: its description, and its parser, which returns undefined for anything else. */
export interface Expected<T> {
  expected: string
  parse(text: string): T | undefined
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

export function wholeNumber(min: number, max: number): Expected<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = Number(text)
      return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined
    },
  }
}

const several = wholeNumber(1, 64)

/** A number of processes. */
export const processes: Expected<number> = {
  expected: `\`auto\` for one per processor core, or ${several.expected}`,
  parse: (text) => (text === 'auto' ? availableParallelism() : several.parse(text)),
}

const port = wholeNumber(1, 65535)

export const anyText: Expected<string> = { expected: 'any string', parse: (text) => text }

export const onOff: Expected<boolean> = {
  expected: '`on` or `off`',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

export const logLevel = oneOf(logLevels)

export const secrets: Expected<string[]> = {
  expected: 'secrets of at least 32 characters, separated by commas',
  parse: (text) => {
    const secrets = text.split(',').map((part) => part.trim())
    return secrets.every((part) => part.length >= 32) ? secrets : undefined
  },
}

export const secret: Expected<string> = {
  expected: 'a string of at least 32 characters, for example the output of `openssl rand -hex 32`',
  parse: (text) => (text.length >= 32 ? text : undefined),
}

export const setupCode: Expected<string> = {
  expected: 'a string of 16 to 1000 characters, for example the output of `openssl rand -hex 16`',
  parse: (text) => (text.length >= 16 && text.length <= 1_000 ? text : undefined),
}

/** Keys are sent in headers, which allow no other characters and are trimmed. */
export const projectKey: Expected<string> = {
  expected: 'at least 16 ASCII characters, not starting or ending with a space',
  parse: (text) => (/^[!-~][ -~]{14,}[!-~]$/.test(text) ? text : undefined),
}

export const baseUrl: Expected<string> = {
  expected: 'an http or https URL without a path, for example `https://auth.example.com`',
  parse: (text) => {
    const url = parseUrl(text)
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined
    // Also compared with the text, because the parser silently drops an empty query or fragment.
    return url.pathname === '/' && !/[?#]/.test(text) ? url.origin : undefined
  },
}

export const issuerUrl: Expected<string> = {
  expected: 'an http or https URL without query and fragment, for example `https://id.example.com`',
  parse: parsePlainAddress,
}

export const apiUrl: Expected<string> = {
  expected: 'an http or https URL without query and fragment, for example `https://api.example.com/v1`',
  parse: parsePlainAddress,
}

function parsePlainAddress(text: string): string | undefined {
  const url = parseUrl(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return undefined
  return /[?#]/.test(text) ? undefined : text
}

export const emailAddress: Expected<string> = {
  expected: 'an email address such as `ada@example.com`',
  parse: (text) =>
    text.length <= 256 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(text)
      ? text.toLowerCase()
      : undefined,
}

export const password: Expected<string> = {
  expected: 'a password of 8 to 70 characters',
  parse: (text) => (text.length >= 8 && text.length <= 70 ? text : undefined),
}

export function oneOf<T extends string>(words: readonly T[]): Expected<T> {
  return {
    expected: `one of ${listWords(words.slice(0, -1))} or ${listWords(words.slice(-1))}`,
    parse: (text) => words.find((word) => word === text),
  }
}

/** Some of these words, each once, or none of them. */
export function someOf<T extends string>(words: readonly T[]): Expected<T[]> {
  return {
    expected: `any of ${listWords(words)}, separated by commas, or \`none\``,
    parse: (text) => {
      const given = text === 'none' ? [] : text.split(',').map((word) => word.trim())
      const found = words.filter((word) => given.includes(word))
      return found.length === given.length ? found : undefined
    },
  }
}

function listWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}

export const postgresUrl: Expected<string> = {
  expected: 'a URL such as `postgres://user:password@host:5432/database`',
  parse: (text) => (['postgres:', 'postgresql:'].includes(parseUrl(text)?.protocol ?? '') ? text : undefined),
}

export const hostName: Expected<string> = {
  expected: 'a hostname or an IP address',
  parse: (text) => (isIP(text) || /^[a-zA-Z0-9]([a-zA-Z0-9._-]{0,252}[a-zA-Z0-9])?$/.test(text) ? text : undefined),
}

/** Returns only the address. */
export const mailbox: Expected<string> = {
  expected: 'an email address such as `auth@example.com` or `Example <auth@example.com>`',
  parse: (text) => {
    const address = /^[^<>\r\n]+ <([^<>]+)>$/.exec(text)?.[1] ?? text
    return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined
  },
}

export const addressList: Expected<string[]> = {
  expected: 'IP addresses and ranges separated by commas, for example `10.0.0.0/8, ::1`',
  parse: (text) => {
    const entries = text.split(',').map((entry) => entry.trim())
    return entries.every(isAddressOrRange) ? entries : undefined
  },
}

export const portList: Expected<number[]> = {
  expected: 'port numbers separated by commas, for example `8443, 9000`',
  parse: (text) => {
    const ports = text.split(',').map((entry) => port.parse(entry.trim()))
    return ports.includes(undefined) ? undefined : (ports as number[])
  },
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
