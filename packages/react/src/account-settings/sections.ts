// Fetched together: each alone is so small that what it repeats of the others would weigh more.

export { ActiveSessionsPage } from './active-sessions.tsx'
export { AuthPage } from './auth.tsx'
export { NotificationsPage } from './notifications.tsx'
export { ProfilePage } from './profile.tsx'
export { SettingsPage } from './settings.tsx'
export { TeamPage } from './team.tsx'
export { TeamCreationPage } from './team-creation-page.tsx'
export { UserApiKeysPage } from './user-api-keys.tsx'
