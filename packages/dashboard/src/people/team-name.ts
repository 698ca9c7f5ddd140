/** The API allows teams without a name. */
export const teamNameOf = (team: { display_name: string }) => team.display_name.trim() || 'Unnamed team'
