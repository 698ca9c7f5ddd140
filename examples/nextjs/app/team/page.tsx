import { latchkey } from '../../latchkey'
import { createTeam } from './actions'

export default async function TeamPage() {
  const user = await latchkey.getUser({ or: 'redirect' })
  const teams = await user.listTeams()
  const team = user.selectedTeam ?? teams[0]
  if (!team) {
    return (
      <div className="page">
        <h1>Start a team</h1>
        <form className="form" action={createTeam}>
          <label htmlFor="team">Name</label>
          <input id="team" name="name" required />
          <button className="button" type="submit">
            Create team
          </button>
        </form>
      </div>
    )
  }
  const members = await team.listUsers()
  return (
    <div className="page">
      <h1>{team.displayName}</h1>
      <ul>
        {members.map((member) => (
          <li key={member.id}>{member.displayName ?? member.primaryEmail}</li>
        ))}
      </ul>
    </div>
  )
}
