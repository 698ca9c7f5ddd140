import type { Context } from '../../http/context.ts'

/** Starts the renderer while the request is still being handled, because an email will be sent in a moment. */
export function wakeEmailRenderer({ services, project }: Context): void {
  if (services.emailServers.hasServer(project)) services.emailRenderer.wake()
}
