import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Log } from '../platform/log.ts'

/** Slow clients are disconnected early; Node's defaults would let them hold a connection for minutes. */
export interface ConnectionLimits {
  maxHeaderBytes: number
  headersMillis: number
  requestMillis: number
  keepAliveMillis: number
  /** How often the limits are checked. */
  checkMillis: number
  /** How long a rejected client may continue sending before the connection is closed. */
  lingerMillis: number
  /** How long pending requests may take when the server stops. */
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
  /** Accepts no new connections and lets pending requests finish, up to a limit. */
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
    // Load balancers use HTTP/1.0 for health checks, which has no Host header. Nothing depends on it.
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
 * A client that gets a response while it is still sending must be able to read it. Node would close the connection at once,
 * and the data still in transit would make the operating system reset it and discard the response.
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
 * Stops a server gracefully: responses from then on close their connection, and idle connections are closed at once.
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
      // Its headers may have been sent with keep-alive before the shutdown began.
      if (isDraining) setImmediate(() => server.closeIdleConnections())
    })
  })

  return async () => {
    isDraining = true
    for (const response of responses) response.shouldKeepAlive = false
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // Browsers open connections in advance, which Node does not treat as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const timer = setTimeout(() => {
      if (responses.size > 0) log.warn('Some requests did not finish in time and were aborted')
      server.closeAllConnections()
    }, drainMillis)
    await closed
    clearTimeout(timer)
  }
}
