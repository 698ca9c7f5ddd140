// For the few who manage how their company signs in, apart from the settings that everybody sees. It shares their rows, and
// exports them so that bundlers keep these in one file: see `auth-screens.ts`.

export { TeamConnectionRows, TeamConnections } from '../team-connections/team-connections.tsx'
export * from './account-settings-screen.ts'
