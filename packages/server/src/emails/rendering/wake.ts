import type { Context } from '../../http/context.ts'

/** A mail will leave in a moment: what renders it starts while the request is still at work. */
export function wakeEmailRenderer({ services, project }: Context): void {
  if (services.emailServers.hasServer(project)) services.emailRenderer.wake()
}
