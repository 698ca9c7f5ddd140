import type { MiddlewareHandler } from 'hono'
import { isLocalhost } from '../../platform/localhost.ts'
import type { Settings } from '../../platform/platform.ts'
import type { PageApp } from '../../site/site.ts'
import { isFromThisMachine } from '../this-machine.ts'

/** Pages that show emails and let anyone sign in as any user are only for developers on this machine. */
export function guardDevelopmentPage(app: PageApp, path: string, { url }: Settings): void {
  const guard: MiddlewareHandler = async (c, next) => {
    if (!isFromThisMachine(c.req.raw.headers, c.env?.incoming?.socket.remoteAddress)) {
      return c.text(
        `This page is only available on the machine that runs the server. Open it there at ${url}${path}.`,
        403,
      )
    }
    // A website could point its own host name at this machine (DNS rebinding), so only our own host names are accepted.
    const { hostname } = new URL(c.req.url)
    if (!isLocalhost(hostname) && hostname !== new URL(url).hostname) {
      return c.text(`This page is only available at this server's address, ${url}.`, 403)
    }
    return next()
  }
  app.use(path, guard)
  app.use(`${path}/*`, guard)
}
