import type { CurrentInternalUser } from '@latchkey/react'
import { createContext, useContext } from 'react'
import type { Project } from './rows.ts'

/** The signed-in owner. */
export const OwnerContext = createContext<CurrentInternalUser | null>(null)

export function useOwner(): CurrentInternalUser {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('useOwner needs a signed-in owner.')
  return owner
}

/** The project in the URL. */
export const ProjectContext = createContext<Project | null>(null)

export function useProject(): Project {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('useProject needs a page of a project.')
  return project
}
