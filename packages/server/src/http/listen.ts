import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Log } from '../log.ts'

/** Slow senders are cut off early; Node's own defaults would let them hold a connection for minutes. */
export interface ConnectionLimits {
  maxHeaderBytes: number
  headersMillis: number
  requestMillis: number
  keepAliveMillis: number
  /** How often the limits are looked at. */
  checkMillis: number
  /** How long a refused sender may go on sending before the connection is cut. */
  lingerMillis: number
  /** How long requests under way may take when the server stops. */
  drainMillis: number
}

const defaultLimits: ConnectionLimits = {
  maxHeaderBytes: 16 * 1024,
  headersMillis: 10_000,
  requestMillis: 25_000,
  keepAliveMillis: 20_000,
  checkMillis: 2_000,
  lingerMillis: 1_000,
  drainMillis: 10_000,
}

export interface HttpListener {
  port: number
  /** No new connections; what is under way may finish, up to a limit. */
  close(): Promise<void>
}

export async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  options: { port: number; host?: string | undefined; log: Log; limits?: Partial<ConnectionLimits> },
): Promise<HttpListener> {
  const limits = { ...defaultLimits, ...options.limits }
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: limits.checkMillis,
    },
    // Load balancers ask for the health by HTTP/1.0, which names no host. Nothing depends on the name.
    getRequestListener(fetch, { hostname: 'localhost' }),
  )
  server.on('connection', (socket) => closeAfterReading(socket, limits.lingerMillis))
  const drain = prepareDrain(server, limits.drainMillis, options.log)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as { port: number }
  return { port, close: drain }
}

/**
 * Who is answered in the middle of sending must be able to read the answer. Node would close such a connection at
 * once, and what is still on its way would make the system reset it and throw the answer away unread.
 */
function closeAfterReading(socket: Socket, lingerMillis: number): void {
  let isEnding = false
  socket.destroySoon = () => {
    if (isEnding) return
    isEnding = true
    socket.end()
    socket.resume()
    if (socket.readableEnded) return void socket.once('finish', () => socket.destroy())
    const timer = setTimeout(() => socket.destroy(), lingerMillis)
    timer.unref()
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer))
  }
}

/**
 * Ends a server without failing anybody: whoever is answered from then on is told that the connection ends, and those that
 * carry no request end at once.
 */
function prepareDrain(server: Server, drainMillis: number, log: Log): () => Promise<void> {
  const sockets = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  let isDraining = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    responses.add(response)
    response.once('close', () => {
      responses.delete(response)
      // Its headers may have promised to keep the connection, before the end began.
      if (isDraining) setImmediate(() => server.closeIdleConnections())
    })
  })

  return async () => {
    isDraining = true
    for (const response of responses) response.shouldKeepAlive = false
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // Browsers open connections in advance, which Node does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const timer = setTimeout(() => {
      if (responses.size > 0) log.warn('Some requests did not finish in time and were aborted')
      server.closeAllConnections()
    }, drainMillis)
    await closed
    clearTimeout(timer)
  }
}
