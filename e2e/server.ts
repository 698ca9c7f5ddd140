import type { TestProject } from 'vitest/node'
import { startScript, startServer } from './start-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
  }
}

/** The server that all tests share, started as the README says. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServer({}, [], startScript)
  project.provide('serverUrl', url)
  return stop
}
