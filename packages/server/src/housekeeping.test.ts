import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createHousekeeping } from './housekeeping.ts'
import { newPerson, openAuthorize, providerForTests, signInWithProvider } from './testing/provider-sign-in.ts'
import { takeSnapshot } from './testing/snapshot.ts'

const provider = providerForTests()

test('sign-ins that nobody finished, and codes of those that were, are gone a day after they expired', async () => {
  const { services } = provider.server
  const project = await provider.newProject()
  await signInWithProvider(provider.idp, project, newPerson())
  await openAuthorize(project)
  /** The rows get older rather than the clock: everything else in the database belongs to other tests. */
  const cleanUpAfter = async (hours: number) => {
    for (const table of ['oauth_flows', 'oauth_codes']) {
      await sql`UPDATE ${sql.table(table)} SET expires_at = now() - make_interval(hours => ${hours})
        WHERE project_id = ${project.id}`.execute(services.db)
    }
    await createHousekeeping(services)['clean-up']({}, {} as never)
    const { oauth_flows, oauth_codes, provider_tokens } = await takeSnapshot(services.db, project.id)
    return [oauth_flows, oauth_codes, provider_tokens].map((rows) => (rows as unknown[]).length)
  }
  expect(await cleanUpAfter(23)).toEqual([2, 1, 1])
  expect(await cleanUpAfter(25)).toEqual([0, 0, 1])
})
