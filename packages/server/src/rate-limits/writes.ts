import type { RequestContext } from '../http/context.ts'

const bytesPerPoint = 16_000

/**
 * What a signed-in person writes, so that nobody fills the disk of a project or keeps its receivers busy. Large bodies
 * count for several small ones. Deletions are free: they make room, and nobody must be kept from signing out.
 */
export async function countWrite(ctx: RequestContext, method: string, body: unknown): Promise<void> {
  const { access, token, project, services } = ctx
  if (access !== 'client' || !token || !project || method === 'GET' || method === 'DELETE') return
  const announced = ctx.caller.headers.get('content-length')
  const bytes = announced === null ? (JSON.stringify(body)?.length ?? 0) : Number(announced)
  const points = Math.max(Math.ceil(bytes / bytesPerPoint), 1)
  await services.limiter.consume({ writesByUser: `${project.id}:${token.sub}` }, points)
}
