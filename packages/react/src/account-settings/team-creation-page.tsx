import { TeamForm } from '../team-switcher/team-form.tsx'
import { type SettingsPageProps, teamPageId } from './pages.ts'

export function TeamCreationPage({ user }: SettingsPageProps) {
  return <TeamForm user={user} onCreated={(team) => location.replace(`#${teamPageId(team)}`)} />
}
