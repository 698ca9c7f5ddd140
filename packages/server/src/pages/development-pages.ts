import type { MiddlewareHandler } from 'hono'
import type { Services } from '../http/context.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { isLocalhost } from '../localhost.ts'
import type { PageApp } from '../site/site.ts'

/** Pages that let people read others' emails and sign in as anybody are for whoever develops on this machine alone. */
export function guardDevelopmentPage(app: PageApp, path: string, { url }: Services['config']): void {
  const guard: MiddlewareHandler = async (c, next) => {
    if (!isFromThisMachine(c.req.raw.headers, c.env?.incoming?.socket.remoteAddress)) {
      return c.text(
        `This page is only available on the machine that runs the server. Open it there at ${url}${path}.`,
        403,
      )
    }
    // A web page somewhere else could point its own name at this machine; only our own names are answered.
    const { hostname } = new URL(c.req.url)
    if (!isLocalhost(hostname) && hostname !== new URL(url).hostname) {
      return c.text(`This page is only available at this server's address, ${url}.`, 403)
    }
    return next()
  }
  app.use(path, guard)
  app.use(`${path}/*`, guard)
}
