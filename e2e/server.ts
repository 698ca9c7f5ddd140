import type { TestProject } from 'vitest/node'
import { startServer } from './start-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string
  }
}

/** The server that all tests share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServer()
  project.provide('serverUrl', url)
  return stop
}
