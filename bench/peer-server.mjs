// better-auth as its guide sets it up, with the hash that Latchkey uses. Copied into the folder where it is installed.

import { createServer } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const { PORT, DATABASE_URL } = process.env
const options = {
  baseURL: `http://localhost:${PORT}`,
  secret: 'a secret for the benchmark, long enough',
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 20 }),
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      verify: (stored) => verify(stored.hash, stored.password),
    },
  },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const handle = toNodeHandler(betterAuth(options))
createServer((request, response) => (request.url === '/health' ? response.end() : handle(request, response))).listen(
  PORT,
)
process.on('SIGTERM', () => process.exit(0))
