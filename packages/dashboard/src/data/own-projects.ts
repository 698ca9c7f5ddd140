/**
 * The owner's projects, for code examples in the docs on the same origin. Only publishable keys created in this browser
 * are included, because the server stores hashes. Secret keys are never kept.
 */
interface OwnProject {
  id: string
  name: string
  publishableClientKey?: string
}

const storageKey = 'latchkey-own-projects'

function read(): OwnProject[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as OwnProject[]
  } catch {
    return []
  }
}

function write(projects: OwnProject[]): void {
  localStorage.setItem(storageKey, JSON.stringify(projects))
}

type Named = { id: string; display_name: string; environment?: string | undefined }

export function rememberOwnProjects(projects: readonly Named[]): void {
  const known = new Map(read().map((project) => [project.id, project]))
  write(
    projects.map(({ id, display_name, environment }) => {
      const name = environment ? `${display_name} (${environment})` : display_name
      return { ...known.get(id), id, name }
    }),
  )
}

export function rememberPublishableKey(projectId: string, publishableClientKey: string | undefined): void {
  if (!publishableClientKey) return
  const others = read().filter(({ id }) => id !== projectId)
  const project = read().find(({ id }) => id === projectId) ?? { id: projectId, name: projectId }
  write([...others, { ...project, publishableClientKey }])
}

export function forgetOwnProjects(): void {
  localStorage.removeItem(storageKey)
}
