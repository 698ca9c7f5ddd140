// Creates a project with keys through the API, because there is no dashboard yet.
//
//   node docs/guide/create-project.mjs you@example.com 'your password' 'My app'
//
// The account belongs to the project `internal`, whose users own projects. It is created if it does not exist.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [email, password, displayName = 'My app'] = process.argv.slice(2)
if (!email || !password) throw new Error('Usage: node docs/guide/create-project.mjs <email> <password> [name]')

const url = process.env.LATCHKEY_URL ?? 'http://localhost:8102'
const internal = {
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': findInternalKey(),
}

const { access_token } = await signIn()
const owner = { ...internal, 'x-stack-access-token': access_token }
const { selected_team_id } = await call('GET /users/me', owner)
const project = await call('POST /internal/projects', owner, {
  display_name: displayName,
  owner_team_id: selected_team_id,
  config: { step_up_required: true },
})

const admin = {
  'x-stack-project-id': project.id,
  'x-stack-access-type': 'admin',
  'x-stack-admin-access-token': access_token,
}
const keys = await call('POST /internal/api-keys', admin, {
  description: 'First keys',
  expires_at_millis: Date.now() + 10 * 365 * 24 * 3600 * 1000,
  has_publishable_client_key: true,
  has_secret_server_key: true,
  has_super_secret_admin_key: true,
})

console.log(`LATCHKEY_API_URL=${url}
LATCHKEY_PROJECT_ID=${project.id}
LATCHKEY_PUBLISHABLE_CLIENT_KEY=${keys.publishable_client_key}
LATCHKEY_SECRET_SERVER_KEY=${keys.secret_server_key}
LATCHKEY_SUPER_SECRET_ADMIN_KEY=${keys.super_secret_admin_key}`)

/** Generated on the first start, unless it was set. */
function findInternalKey() {
  const { LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: given, LATCHKEY_DATA_DIR: folder = '.latchkey' } = process.env
  return given ?? readFileSync(join(folder, 'internal-publishable-client-key'), 'utf8').trim()
}

async function signIn() {
  try {
    return await call('POST /auth/password/sign-in', internal, { email, password })
  } catch (error) {
    if (error.code !== 'EMAIL_PASSWORD_MISMATCH') throw error
    const verification_callback_url = `${url}/handler/email-verification`
    return call('POST /auth/password/sign-up', internal, { email, password, verification_callback_url })
  }
}

async function call(route, headers, body) {
  const [method, path] = route.split(' ')
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (response.ok) return response.json()
  const text = await response.text()
  const { code, error } = response.headers.has('x-stack-known-error') ? JSON.parse(text) : { error: text }
  throw Object.assign(new Error(`${route}: ${error}`), { code })
}
