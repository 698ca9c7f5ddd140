import { TeamForm } from '../team-switcher/team-form.tsx'
import type { SettingsPageProps } from './pages.ts'
import { teamPageId } from './team.tsx'

export function TeamCreationPage({ user }: SettingsPageProps) {
  return <TeamForm user={user} onCreated={(team) => location.replace(`#${teamPageId(team)}`)} />
}
