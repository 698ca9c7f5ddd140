import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { findFreePort } from './start-server.ts'

// Of nothing but these tests: browsers are told to accept it.
export const cert = `-----BEGIN CERTIFICATE-----
MIIBwjCCAWigAwIBAgIUZqTr85xe1p7630wuTXFfsmP8UtAwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPbmVpZ2hib3Vycy50ZXN0MCAXDTI2MTExNzE3NDg1MVoYDzIx
MjYxMDI0MTc0ODUxWjAaMRgwFgYDVQQDDA9uZWlnaGJvdXJzLnRlc3QwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATUfMLvVWNTF+5YnxPtk8SiJcPyZw5LTizLy1cZ
mu9HDxMtkEIb3hk0VMpQSfpumQqtJtcNYbSfB67sE56JLdXAo4GJMIGGMB0GA1Ud
DgQWBBS+eEYK7QoL2PN6E1LO4E+FVLkakjAfBgNVHSMEGDAWgBS+eEYK7QoL2PN6
E1LO4E+FVLkakjAPBgNVHRMBAf8EBTADAQH/MDMGA1UdEQQsMCqCESoubmVpZ2hi
b3Vycy50ZXN0ghUqLmFwcC5uZWlnaGJvdXJzLnRlc3QwCgYIKoZIzj0EAwIDSAAw
RQIhAIl+3nZHlQmro6NIINzbsHecAL7Sai0qJ/yBFmEqVRUhAiBvKYgD8/5j3S+Y
vfa8YtFAYTdcwVWTw0bmZYLndahjvw==
-----END CERTIFICATE-----`
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVo+qAW94+JmMCI+m
YFCDdphmLOnq+Bsq8hgQvRqmwKKhRANCAATUfMLvVWNTF+5YnxPtk8SiJcPyZw5L
TizLy1cZmu9HDxMtkEIb3hk0VMpQSfpumQqtJtcNYbSfB67sE56JLdXA
-----END PRIVATE KEY-----`

/** Another address of a server, at which it is known what was asked. */
export async function openCountedAddress(serverUrl: string) {
  let routes: string[] = []
  const proxy = createServer((request, response) => {
    routes.push(`${request.method} ${request.url!.split('?')[0]!.replace('/api/v1', '')}`)
    forward(request, response, serverUrl)
  })
  const port = await listen(proxy)
  return {
    url: `http://localhost:${port}`,
    /** What was asked since the last time. */
    take() {
      const taken = routes
      routes = []
      return taken
    },
    stop: () => stop(proxy),
  }
}

/** Another address of a server, which sends these headers with every request. */
export async function openWithHeaders(serverUrl: string, headers: Record<string, string>) {
  const proxy = createServer((request, response) => forward(request, response, serverUrl, headers))
  const port = await listen(proxy)
  return { url: `http://localhost:${port}`, stop: () => stop(proxy) }
}

/**
 * Hosts of one domain on https. What is below `app.neighbours.test` goes to the app, unless `respond` knows the path,
 * and every other host has an empty page.
 */
export async function openNeighbours(
  appUrl: string,
  respond: Record<string, (request: { headers: Headers }) => Promise<string>>,
) {
  const proxy = createSecureServer({ cert, key }, async (request, response) => {
    const { host = '', cookie = '' } = request.headers
    const answer = respond[request.url!]
    if (!/\bapp\./.test(host)) response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>')
    else if (answer) response.end(await answer({ headers: new Headers({ cookie }) }))
    else forward(request, response, appUrl, { 'x-forwarded-proto': 'https', 'x-forwarded-host': host })
  })
  const port = await listen(proxy)
  return { urlOf: (host: string) => `https://${host}.neighbours.test:${port}`, stop: () => stop(proxy) }
}

function forward(request: IncomingMessage, response: ServerResponse, to: string, more: object = {}): void {
  const { url, method, headers } = request
  const passed = send(new URL(url!, to), { method, headers: { ...headers, ...more } }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}

async function listen(server: Server): Promise<number> {
  const port = await findFreePort()
  server.listen(port)
  await once(server, 'listening')
  return port
}

async function stop(server: Server & { closeAllConnections(): void }): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
