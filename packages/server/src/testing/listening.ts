import { type HttpListener, listen } from '../http/listen.ts'
import type { TestServer } from './server.ts'

/** A test server on a real port, for programs outside of the test. */
export async function listenOnPort({ fetch, platform }: TestServer): Promise<HttpListener & { url: string }> {
  const listener = await listen((request) => fetch(request), { port: 0, log: platform.log })
  return { ...listener, url: `http://localhost:${listener.port}` }
}
