import { randomBytes } from 'node:crypto'

/** The keys of the internal project, for a server that is being started. */
export const internalKeys = {
  LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: `pck_${randomBytes(24).toString('hex')}`,
  LATCHKEY_INTERNAL_SECRET_SERVER_KEY: `ssk_${randomBytes(24).toString('hex')}`,
  LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: `sak_${randomBytes(24).toString('hex')}`,
}

/** What a user does after starting a server: creates a project with its own settings, and keys for its app. */
export async function createOwnProject(url: string, config: object) {
  const internal = {
    'x-stack-access-type': 'client',
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': internalKeys.LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY,
  }
  const owner = await post(`${url}/api/v1/auth/password/sign-up`, internal, {
    email: 'owner@example.com',
    password: 'correct horse battery',
    verification_callback_url: `${url}/handler/email-verification`,
  })
  const asOwner = { ...internal, 'x-stack-access-token': owner.access_token }
  const { selected_team_id } = await (await fetch(`${url}/api/v1/users/me`, { headers: asOwner })).json()
  const project = await post(`${url}/api/v1/internal/projects`, asOwner, {
    display_name: 'Fieldnotes',
    owner_team_id: selected_team_id,
    config,
  })
  const asAdmin = {
    'x-stack-access-type': 'admin',
    'x-stack-project-id': project.id,
    'x-stack-admin-access-token': owner.access_token,
  }
  const keys = await post(`${url}/api/v1/internal/api-keys`, asAdmin, {
    description: 'The app',
    expires_at_millis: Date.now() + 3_600_000,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  })
  // As the demo reads it when it starts.
  const app = {
    projectId: project.id as string,
    publishableClientKey: keys.publishable_client_key as string,
    baseUrl: url,
  }
  /** Changes settings as the dashboard does. */
  const configure = (settings: object) =>
    post(
      `${url}/api/v1/internal/config/override`,
      asAdmin,
      { config_override_string: JSON.stringify(settings) },
      'PATCH',
    )
  return { app, secretServerKey: keys.secret_server_key as string, configure }
}

async function post(url: string, headers: Record<string, string>, body: object, method = 'POST') {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
