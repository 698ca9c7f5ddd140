import type { TestProject } from './project.ts'
import { sessionIdOf } from './world.ts'

export const withStepUp = { 'auth.stepUp.isRequired': true }
export const elevenMinutes = 11 * 60 * 1000

/** Moves the last authentication of a session into the past. */
export async function ageProof({ server }: TestProject, user: { access_token: string }, millis = elevenMinutes) {
  const authenticated_at = new Date(server.platform.now().getTime() - millis)
  const sessions = server.platform.db.updateTable('sessions').set({ authenticated_at })
  await sessions.where('id', '=', sessionIdOf(user)).execute()
}
