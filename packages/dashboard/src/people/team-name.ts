/** The API allows teams without a name. */
export const teamNameOf = (team: { displayName: string }) => team.displayName.trim() || 'Unnamed team'
