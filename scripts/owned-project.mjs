import { randomUUID } from 'node:crypto'

/**
 * Signs the browser in as a user who has just created a project. Returns its id and functions that call the API, for the
 * project and as the signed-in user.
 */
export async function withOwnedProject(page, url) {
  const { ask, asClient } = await openInternalProject(page, url)
  const email = `owner-${randomUUID()}@example.com`
  const credentials = { email, password: 'correct horse battery', verification_callback_url: `${url}/handler/any` }
  const { access_token, refresh_token } = await ask(asClient, 'POST', '/auth/password/sign-up', credentials)
  const asOwner = { ...asClient, 'x-stack-access-token': access_token }
  const { selected_team_id: owner_team_id } = await ask(asOwner, 'GET', '/users/me')
  const { id } = await ask(asOwner, 'POST', '/internal/projects', { display_name: 'Fieldnotes', owner_team_id })
  await page.context().addCookies([{ name: 'stack-refresh-internal', value: refresh_token, url }])
  const asAdmin = {
    'x-stack-project-id': id,
    'x-stack-access-type': 'admin',
    'x-stack-admin-access-token': access_token,
  }
  return {
    id,
    teamId: owner_team_id,
    askAsAdmin: (method, path, data) => ask(asAdmin, method, path, data),
    askAsOwner: (method, path, data) => ask(asOwner, method, path, data),
  }
}

/** How the pages for project owners call the API. */
async function openInternalProject(page, url) {
  const html = await (await page.request.get(`${url}/handler/sign-in`)).text()
  const asClient = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': /&quot;publishableClientKey&quot;:&quot;([^&]+)/.exec(html)[1],
  }
  const ask = async (headers, method, path, data) => {
    const response = await page.request.fetch(`${url}/api/v1${path}`, { method, headers, data })
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
    return response.json()
  }
  return { ask, asClient }
}
