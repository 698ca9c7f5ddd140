import { afterAll } from 'vitest'
import { closeServers } from './opened-servers.ts'

// Test files share their imports, so that the server is loaded once and not once per file. This runs in each of them.
afterAll(closeServers)
