import { afterAll } from 'vitest'
import { closeServers } from './opened-servers.ts'

// Files share what they import, so that the whole server is read once and not once for each of them. This runs in each.
afterAll(closeServers)
