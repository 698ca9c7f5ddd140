import { crc32 } from 'node:zlib'
import { randomCode } from '../../platform/random-code.ts'

export type ApiKeyType = 'user' | 'team'

/** The prefix that secret scanners look for. */
const marker = 'latchkey1'

/**
 * A new key. The parts after the secret are only for secret scanners; the server looks keys up by the whole text.
 */
export function createApiKeyValue(key: { id: string; type: ApiKeyType; isPublic: boolean }): string {
  const prefix = key.isPublic ? 'pk' : 'sk'
  // 1: self-hosted, 2: public.
  const flag = 1 + (key.isPublic ? 2 : 0)
  const body = `${prefix}_${randomCode()}${key.id.replaceAll('-', '')}${key.type}${flag}${marker}`
  return body + checksumOf(body)
}

const shape = /^[ps]k_[0-9a-z]{45}[0-9a-f]{32}(?:user|team)[0-3][0-9a-z]{9}[0-9a-f]{8}$/

/** Whether the text is a well-formed key, so that truncated or mistyped keys are rejected without a query. */
export function isApiKeyValue(text: string): boolean {
  return shape.test(text) && checksumOf(text.slice(0, -8)) === text.slice(-8)
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
