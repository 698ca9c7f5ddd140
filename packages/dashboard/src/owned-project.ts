import { type Call, callAsUser, createCall, loadAll } from './data/call.ts'
import type { Project } from './data/rows.ts'
import { internalApp } from './internal-app.ts'

export interface OwnedProject {
  project: Project
  call: Call
}

/** Undefined unless the person signed in on this server's own pages owns the project. */
export async function findOwnedProject(projectId: string): Promise<OwnedProject | undefined> {
  const user = await internalApp.getUser()
  if (!user) return undefined
  const projects = await loadAll((cursor) => callAsUser('GET /internal/projects', { query: { cursor } }))
  const project = projects.find(({ id }) => id === projectId)
  return project && { project, call: createCall(projectId, user._internalSession) }
}
