import { once } from 'node:events'
import { createServer } from 'node:https'
import { findFreePort } from './start-server.ts'

// Of nothing but these tests: the server that they start is told to accept it.
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUF0EeIxqjaJ5cCEnQjAYFf+aKiW4wCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY2xpZW50cy50ZXN0MCAXDTI2MTExOTA1MTc1NVoYDzIxMjUw
NjEzMDUxNzU1WjAXMRUwEwYDVQQDDAxjbGllbnRzLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARsS/i/XyZcjonBX3+bzffNTvAGuIu5gM7TzCCV5E+dlnpW
+iMG3OjuthNTmzQN7cUBFbF5hVn2gbxMZtSvvpw3o2kwZzAdBgNVHQ4EFgQUahL/
okXapYX9qhwsUgW6qui5BcQwHwYDVR0jBBgwFoAUahL/okXapYX9qhwsUgW6qui5
BcQwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAJXqTN2iMehjvmVOqpE2i6sTAyqO5hJu/dyhQLsisZdXAiEA
5ylVh1kX5/uGt1slzX3T8t3beIakg4bZ/vDmhQj1Fuo=
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDSG+vVkQroMpsYqJ
fPNBvGZfBBJZWZj0TOr4TmO50XOhRANCAARsS/i/XyZcjonBX3+bzffNTvAGuIu5
gM7TzCCV5E+dlnpW+iMG3OjuthNTmzQN7cUBFbF5hVn2gbxMZtSvvpw3
-----END PRIVATE KEY-----`

export interface ClientDocument {
  /** Where its client listens when the person comes back. */
  redirectUri: string
  document: { redirect_uris: string[]; grant_types?: string[]; [name: string]: unknown }
}

/** What clients of MCP publish about themselves, in the shapes that were seen, under names of these tests. */
export const clientDocuments: Record<string, ClientDocument> = {
  'an agent for terminals: loopback addresses without a port, and no application type': {
    redirectUri: 'http://localhost:41234/callback',
    document: {
      client_name: 'Terminal Agent',
      client_uri: 'https://agent.example',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  },
  'an editor: a loopback address beside one on the web, and the device flow': {
    redirectUri: 'http://127.0.0.1:33418/',
    document: {
      client_name: 'Code Editor',
      client_uri: 'https://editor.example/product',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://editor.example/redirect'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  },
  'an assistant on the web: a grant that needs a key, which it does not have': {
    redirectUri: 'https://assistant.example/api/mcp/auth_callback',
    document: {
      client_name: 'Assistant',
      client_uri: 'https://assistant.example',
      logo_uri: 'https://assistant.example/logo.png',
      redirect_uris: ['https://assistant.example/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'openid notes:read',
    },
  },
  'a connector: lists of what it supports instead of what it uses': {
    redirectUri: 'https://connector.example/oauth/callback',
    document: {
      client_name: 'Connector',
      redirect_uris: ['https://connector.example/oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'ES256'],
      contacts: ['security@connector.example'],
    },
  },
  'a desktop app: a scheme of its own, and nothing that has a default': {
    redirectUri: 'com.desktop.example:/callback',
    document: {
      client_name: 'Desktop App',
      redirect_uris: ['com.desktop.example:/callback'],
      token_endpoint_auth_method: 'none',
    },
  },
}

/** Serves the documents over https. Every document names its address as its ID. */
export async function serveClientDocuments() {
  const documents = Object.values(clientDocuments).map(({ document }) => document)
  const port = await findFreePort()
  const urlOf = (index: number) => `https://localhost:${port}/clients/${index}.json`
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const index = Number(/^\/clients\/(\d+)\.json$/.exec(request.url!)?.[1] ?? -1)
    const document = documents[index]
    if (!document) return void response.writeHead(404).end()
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=60' }
    response.writeHead(200, headers).end(JSON.stringify({ client_id: urlOf(index), ...document }))
  })
  server.listen(port)
  await once(server, 'listening')
  return {
    urlOf: (name: string) => urlOf(Object.keys(clientDocuments).indexOf(name)),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
