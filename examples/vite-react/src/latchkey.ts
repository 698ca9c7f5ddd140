import { ClientApp } from '@latchkey/react'
import { base, navigate, useNavigate } from './router.ts'

/** In your own app this is one line at the top of a module: the keys come from the environment. */
export async function createApp() {
  return new ClientApp({
    ...(await findServedConfig()),
    tokenStore: 'cookie',
    urls: { handler: `${base}handler`, home: base },
    redirectMethod: { useNavigate, navigate },
  })
}

interface ServedConfig {
  projectId: string
  publishableClientKey: string
  baseUrl: string
}

/**
 * A Latchkey server that serves this demo creates a project for it and provides its keys here. Elsewhere this file does
 * not exist, and the SDK reads the variables of `.env.example`.
 */
async function findServedConfig(): Promise<ServedConfig | undefined> {
  const response = await fetch(`${base}config.json`)
  const isJson = response.headers.get('content-type')?.includes('json')
  return response.ok && isJson ? response.json() : undefined
}
