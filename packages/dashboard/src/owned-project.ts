import type { AdminOwnedProject } from '@latchkey/react'
import { internalApp } from './internal-app.ts'

/** Undefined unless the person signed in on this server's own pages owns the project. */
export async function findOwnedProject(projectId: string): Promise<AdminOwnedProject | undefined> {
  const user = await internalApp.getUser()
  const projects = (await user?.listOwnedProjects()) ?? []
  return projects.find(({ id }) => id === projectId)
}
