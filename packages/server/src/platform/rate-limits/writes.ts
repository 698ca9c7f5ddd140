import type { RequestContext } from '../../http/context.ts'

const bytesPerPoint = 16_000

/**
 * Limits the writes of a signed-in user, so that nobody fills a project's disk or floods its webhook receivers. Large
 * bodies count as several small ones. Deletions are free: they make room, and signing out must always work.
 */
export async function countWrite(ctx: RequestContext, method: string, body: unknown): Promise<void> {
  const { access, token, project, platform } = ctx
  if (access !== 'client' || !token || !project || method === 'GET' || method === 'DELETE') return
  const announced = ctx.caller.headers.get('content-length')
  const bytes = announced === null ? (JSON.stringify(body)?.length ?? 0) : Number(announced)
  const points = Math.max(Math.ceil(bytes / bytesPerPoint), 1)
  await platform.limiter.consume({ writesByUser: `${project.id}:${token.sub}` }, points)
}
