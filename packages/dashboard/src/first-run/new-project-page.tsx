import { appInternalsSymbol } from '@latchkey/react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useData } from '../data/data.ts'
import { withoutInternal } from '../data/last-project.ts'
import { useOwnedProjects, useOwner } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Frame } from '../shell/frame.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { keepFirstKeys } from './first-keys.ts'
import { Progress } from './steps.tsx'
import './first-run.css'

const neverMillis = 36_500 * 86_400_000

/** Asks for a project name and sign-in methods. Both can be changed later. */
export default function NewProjectPage() {
  const isFirst = withoutInternal(useOwnedProjects()).length === 0
  const owner = useOwner()
  const teams = useData(owner[appInternalsSymbol].teams)
  const navigate = useNavigate()
  const [displayName, setDisplayName] = useState('')
  const [teamId, setTeamId] = useState(owner.selectedTeam?.id ?? teams[0]?.id ?? '')
  const [hasPassword, setHasPassword] = useState(true)
  const [hasMagicLink, setHasMagicLink] = useState(true)
  const [hasPasskey, setHasPasskey] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()

  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (!displayName.trim()) return setProblem('Enter a name.')
    setProblem(undefined)
    await run(async () => {
      const project = await owner.createProject({
        displayName: displayName.trim(),
        teamId,
        config: {
          credentialEnabled: hasPassword,
          magicLinkEnabled: hasMagicLink,
          passkeyEnabled: hasPasskey,
          stepUpRequired: true,
        },
      })
      keepFirstKeys(
        project.id,
        await project.app.createInternalApiKey({
          description: 'First keys',
          expiresAt: new Date(Date.now() + neverMillis),
          hasPublishableClientKey: true,
          hasSecretServerKey: true,
          hasSuperSecretAdminKey: false,
        }),
      )
      await navigate({ to: '/projects/$projectId/start', params: { projectId: project.id } })
    })
  }
  return (
    <Frame>
      <div className="first-run">
        <title>Create a project · Latchkey</title>
        {isFirst && <Progress step={2} />}
        <header>
          <h1>{isFirst ? 'Create your first project' : 'Create a project'}</h1>
          <p>A project is one app, with its own users, keys and settings.</p>
        </header>
        <form onSubmit={(event) => void create(event)} noValidate>
          <TextField
            label="Name"
            placeholder="My app"
            hint="Your users see it on sign-in pages and in emails."
            value={displayName}
            error={problem}
            onChange={(event) => setDisplayName(event.target.value)}
            autoFocus
          />
          {teams.length > 1 && (
            <SelectField
              label="Owner"
              hint="Every member of the team can manage the project."
              value={teamId}
              onChange={(event) => setTeamId(event.target.value)}
            >
              {teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {team.displayName}
                </option>
              ))}
            </SelectField>
          )}
          <fieldset className="ui-choices">
            <legend className="ui-label">How users sign in</legend>
            <Choice
              type="checkbox"
              label="Email and password"
              hint="Works everywhere. Users can reset it by email."
              checked={hasPassword}
              onChange={setHasPassword}
            />
            <Choice
              type="checkbox"
              label="Magic link"
              hint="A link and a code by email. No password needed."
              checked={hasMagicLink}
              onChange={setHasMagicLink}
            />
            <Choice
              type="checkbox"
              label="Passkey"
              hint="A fingerprint, a face or a device PIN."
              checked={hasPasskey}
              onChange={setHasPasskey}
            />
          </fieldset>
          <div className="ui-row">
            <Button
              variant="primary"
              size="large"
              type="submit"
              isBusy={isBusy}
              disabled={!hasPassword && !hasMagicLink && !hasPasskey}
            >
              Create project
            </Button>
            {!isFirst && (
              <Link {...buttonLook({ variant: 'quiet', size: 'large' })} to="/projects">
                Cancel
              </Link>
            )}
          </div>
        </form>
      </div>
    </Frame>
  )
}
