import { test } from 'vitest'
import { testServer } from '../testing/index.ts'
import { createWorld } from '../testing/world.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
test('bench', async () => {
  const s = await testServer()
  const w0 = await createWorld(s)
  let t = performance.now()
  for (let i = 0; i < 50; i++) await createWorld(s)
  console.log('world', (performance.now() - t) / 50)
  t = performance.now()
  for (let i = 0; i < 20; i++) await takeSnapshot(s.services.db, w0.project.id)
  console.log('snap', (performance.now() - t) / 20)
  t = performance.now()
  for (let i = 0; i < 100; i++) await w0.project.send('GET /users/me', {user: w0.person})
  console.log('req', (performance.now() - t) / 100)
})
