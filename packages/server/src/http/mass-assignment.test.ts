import { serverUser, userRoutes } from '@latchkey/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '../testing/index.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createWorld } from '../testing/world.ts'

const { client, server } = userRoutes['PATCH /users/me'].body
const allowed = Object.keys(client!.shape)

/** Something of the right type for whoever may set the field. */
const plausible: Record<string, unknown> = {
  primary_email: 'eve@example.com',
  password: 'correct horse battery',
  password_hash: '$2b$10$abcdefghijklmnopqrstuuMvCPnYQEvyyaHdkpIqVIlh3Xn3XNkjO',
  is_anonymous: false,
  oauth_providers: [],
  server_metadata: { plan: 'enterprise' },
  client_read_only_metadata: { plan: 'enterprise' },
}

describe('a client', () => {
  // ASVS 8.2.3, 15.3.3
  test('may set no field of its user but those meant for clients', async () => {
    const world = await createWorld(await testServer())
    const { db } = world.project.server.platform
    const { rows: columns } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'users'`.execute(db)
    const names = [
      ...Object.keys(serverUser.shape),
      ...Object.keys(server.shape),
      ...Object.keys(userRoutes['POST /users'].body.shape),
      ...columns.map(({ name }) => name),
    ]
    const forbidden = [...new Set(names)].filter((name) => !allowed.includes(name))
    expect(forbidden.length).toBeGreaterThan(20)
    const before = await takeSnapshot(db, world.project.id)

    for (const name of forbidden) {
      const answer = await world.project.send('PATCH /users/me', {
        user: world.person,
        body: { display_name: 'Eve', [name]: plausible[name] ?? true },
      })
      expect(answer, name).toMatchObject({
        status: 400,
        body: {
          code: 'SCHEMA_ERROR',
          details: { message: expect.stringContaining(`body has the unknown property "${name}"`) },
        },
      })
    }
    expect(await takeSnapshot(db, world.project.id)).toEqual(before)
  })

  // ASVS 8.2.3, 15.3.1
  test('sees nothing that is for servers only', async () => {
    const { project, person } = await createWorld(await testServer())
    const seen = await project.call('GET /users/me', { user: person })

    for (const name of ['server_metadata', 'primary_email_auth_enabled', 'last_active_at_millis']) {
      expect(seen).not.toHaveProperty(name)
    }
    expect(JSON.stringify(seen)).not.toMatch(/argon2|password_hash|totp_secret/)
  })
})
