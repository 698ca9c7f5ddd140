import type { Context } from '../../http/context.ts'

/** A mail will leave in a moment: what renders it starts while the request is still at work. */
export function expectMail({ services, project }: Context): void {
  if (services.mailServers.hasServer(project)) services.emailRenderer.wake()
}
