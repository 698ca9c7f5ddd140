import { z } from 'zod'

/** A year, which is how long a sign-in lasts by default. */
const yearMinutes = 525_600

/** The rules for the sessions of a project. Without one, there is no such limit. */
export const sessionPolicy = {
  longestLifeMinutes: z
    .number()
    .int()
    .min(15, 'must be at least 15')
    .max(yearMinutes, `must be at most ${yearMinutes}`)
    .meta({ description: 'How long a session lasts at most, however it was started.' }),
  inactivityMinutes: z
    .number()
    .int()
    .min(30, 'must be at least 30')
    .max(yearMinutes, `must be at most ${yearMinutes}`)
    .meta({ description: 'A session ends when it has not been refreshed for this long.' }),
  maxPerUser: z
    .number()
    .int()
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .meta({ description: 'A sign-in beyond this number ends the session that was used longest ago.' }),
}
