import { inject } from 'vitest'

export const serverUrl = inject('serverUrl')
export const demoUrl = `${serverUrl}/demo/`

/** Calls the API as the demo does, with its keys. */
export async function callDemo(path: string, body: object, accessToken?: string) {
  const { projectId, publishableClientKey } = await (await fetch(`${demoUrl}config.json`)).json()
  const response = await fetch(`${serverUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': projectId,
      'x-stack-publishable-client-key': publishableClientKey,
      ...(accessToken && { 'x-stack-access-token': accessToken }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
