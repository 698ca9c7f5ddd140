import { routes } from '@latchkey/contract'
import { test } from 'vitest'
import { createEmailJobs } from '../../emails/jobs.ts'
import { createHousekeeping } from '../../housekeeping.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { createWebhookJobs } from '../../webhooks/deliver.ts'
import { testProject, testServer } from '../index.ts'
import { firstAttempt } from '../jobs.ts'
import { minimalRequests } from '../minimal-requests.ts'
import { ReusedWorld } from '../reused-world.ts'
import { createWorld } from '../world.ts'
import { expectNamedProjects } from './watched-statements.ts'

const worlds = new ReusedWorld(async () => createWorld(await testServer()))

// So that the tables can be distributed over several databases by project.
test.each(Object.keys(routes) as (keyof typeof routes)[])('%s names one project in each statement', async (route) => {
  for (const as of ['client', 'server', 'admin'] as const) {
    const world = await worlds.get()
    const { project, person } = world
    const response = await project.send(route, { ...minimalRequests[route](world), as, user: person })
    worlds.noteResponse(route, response)
  }
  expectNamedProjects()
})

test('the jobs that run by themselves name one project in each statement, or are listed with the reason', async () => {
  const { id, server } = await testProject()
  const { services } = server
  const jobs: Partial<JobHandlers> = {
    ...createHousekeeping(services),
    ...createEmailJobs(services),
    ...createWebhookJobs(services),
  }
  await jobs['delete-project']!({ project_id: id }, firstAttempt)
  for (const name of ['clean-up', 'end-test-subscriptions', 'wake-emails', 'wake-webhooks'] as const) {
    await jobs[name]!({}, firstAttempt)
  }
  expectNamedProjects()
})
