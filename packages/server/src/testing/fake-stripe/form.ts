export interface Form {
  [name: string]: string | Form
}

/** `items[0][price_data][currency]=usd` → `{ items: { 0: { price_data: { currency: 'usd' } } } }`. */
export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter((part, index) => index === 0 || part !== '')
    let node = form
    for (const part of path.slice(0, -1)) {
      node[part] ??= {}
      node = node[part] as Form
    }
    node[path.at(-1)!] = value
  }
  return form
}

export function listOf(field: string | Form | undefined): (string | Form)[] {
  return typeof field === 'object' ? Object.values(field) : []
}

/** Errors of the API with their status. */
export class StripeApiError extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; message: string; param?: string; decline_code?: string }

  constructor(status: number, body: StripeApiError['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, code?: string): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })
}

export function missing(kind: string, id: string): StripeApiError {
  const message = `No such ${kind}: '${id}'`
  return new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message })
}

export function foreignAccount(id: string): StripeApiError {
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`
  return new StripeApiError(403, { type: 'invalid_request_error', code: 'account_invalid', message })
}

export function textIn(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function requiredText(form: Form, name: string): string {
  const value = textIn(form, name)
  if (!value) throw invalid(`Missing required param: ${name}.`, 'parameter_missing')
  return value
}

export function wholeNumberIn(form: Form, name: string): number {
  const value = requiredText(form, name)
  if (!/^-?\d+$/.test(value)) throw invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer')
  return Number(value)
}

export function formIn(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

const maxMetadataKeys = 50
const maxMetadataLength = 500

export function metadataIn(form: Form): Record<string, string> {
  const metadata = formIn(form, 'metadata') as Record<string, string>
  if (Object.keys(metadata).length > maxMetadataKeys) throw invalid('Metadata can have at most 50 keys.')
  for (const [key, value] of Object.entries(metadata)) {
    if (key.length > 40) throw invalid(`Metadata keys can have at most 40 characters: ${key}`)
    if (value.length > maxMetadataLength) {
      throw invalid(`Metadata values can have up to 500 characters, but you passed in a value of ${value.length}.`)
    }
  }
  return metadata
}

/** The API rejects unknown parameters, which finds typos. */
export function allow(form: Form, ...names: string[]): void {
  const unknown = Object.keys(form).find((name) => name !== 'expand' && !names.includes(name))
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, 'parameter_unknown')
}
