import { Link, useNavigate } from '@tanstack/react-router'
import { callAsUser, createCall } from '../data/call.ts'
import { reloadOwn, useOwnedProjects, useOwnTeams } from '../data/data.ts'
import { withoutBuiltIn } from '../data/last-project.ts'
import { useOwner } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { settings } from '../settings.ts'
import { Frame } from '../shell/frame.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Choice, Form, SelectField, TextField } from '../ui/field.tsx'
import { firstKeysBody, keepFirstKeys } from './first-keys.ts'
import { Progress } from './steps.tsx'
import './first-run.css'

/** With shared keys, for which the mock identity provider stands in during development. */
const shared = (id: 'google' | 'github') => ({ id, type: 'shared' as const })

/** Asks for a project name and sign-in methods. Both can be changed later. */
export default function NewProjectPage() {
  const projects = useOwnedProjects()
  const isFirst = withoutBuiltIn(projects).length === 0
  const owner = useOwner()
  const serverTeamId = projects.find(({ id }) => id === 'internal')?.owner_team_id
  // Who is invited to a project of the server's own team could manage the server.
  const teams = useOwnTeams().filter(({ id }) => id !== serverTeamId)
  const navigate = useNavigate()
  const form = useForm({
    initial: {
      name: '',
      teamId: owner.selectedTeam?.id ?? teams[0]?.id ?? '',
      hasPassword: true,
      hasMagicLink: true,
      hasPasskey: false,
      hasGoogle: false,
      hasGithub: false,
    },
    check: ({ name }) => ({ name: name.trim() ? undefined : 'Enter a name.' }),
    submit: async ({ name, teamId, hasPassword, hasMagicLink, hasPasskey, hasGoogle, hasGithub }) => {
      const config = {
        credential_enabled: hasPassword,
        magic_link_enabled: hasMagicLink,
        passkey_enabled: hasPasskey,
        step_up_required: true,
        client_role_changes_enabled: true,
        marketing_opt_in: true,
        oauth_providers: [...(hasGoogle ? [shared('google')] : []), ...(hasGithub ? [shared('github')] : [])],
      }
      const body = { display_name: name.trim(), owner_team_id: teamId, config }
      const { id } = await callAsUser('POST /internal/projects', { body })
      await reloadOwn()
      const call = createCall(id, owner._internalSession)
      keepFirstKeys(id, await call('POST /internal/api-keys', { body: firstKeysBody('First keys') }))
      await navigate({ to: '/projects/$projectId/start', params: { projectId: id } })
    },
  })
  const { hasPassword, hasMagicLink, hasPasskey, hasGoogle, hasGithub } = form.values
  const canSignUp = hasPassword || hasMagicLink || hasGoogle || hasGithub
  return (
    <Frame>
      <div className="first-run">
        <title>Create a project · Latchkey</title>
        {isFirst && <Progress step={2} />}
        <header>
          <h1>{isFirst ? 'Create your first project' : 'Create a project'}</h1>
          <p>A project is one app, with its own users, keys and settings.</p>
        </header>
        <Form onSubmit={form.dialog.onSubmit}>
          <TextField
            label="Name"
            placeholder="My app"
            hint="Your users see it on sign-in pages and in emails."
            autoFocus
            {...form.text('name')}
          />
          {teams.length > 1 && (
            <SelectField
              label="Owner"
              hint="Every member of the team can manage the project."
              options={teams.map((team) => [team.id, team.display_name] as const)}
              {...form.text('teamId')}
            />
          )}
          <fieldset className="ui-choices">
            <legend className="ui-label">How users sign in</legend>
            <Choice
              type="checkbox"
              label="Email and password"
              hint="Works everywhere. Users can reset it by email."
              {...form.flag('hasPassword')}
            />
            <Choice
              type="checkbox"
              label="Magic link"
              hint="A link and a code by email. No password needed."
              {...form.flag('hasMagicLink')}
            />
            <Choice
              type="checkbox"
              label="Passkey"
              hint="A fingerprint, a face or a device PIN."
              {...form.flag('hasPasskey')}
            />
            {settings.hasDevelopmentProvider && (
              <>
                <Choice
                  type="checkbox"
                  label="Google"
                  hint="Works with a mock account until you add keys from Google."
                  {...form.flag('hasGoogle')}
                />
                <Choice
                  type="checkbox"
                  label="GitHub"
                  hint="Works with a mock account until you add keys from GitHub."
                  {...form.flag('hasGithub')}
                />
              </>
            )}
            {hasPasskey && !canSignUp && (
              <p className="ui-error" role="alert">
                Users cannot sign up with a passkey. Choose another method too.
              </p>
            )}
          </fieldset>
          <div className="ui-row">
            <Button variant="primary" size="large" type="submit" isBusy={form.dialog.isBusy} disabled={!canSignUp}>
              Create project
            </Button>
            {!isFirst && (
              <Link {...buttonLook({ variant: 'quiet', size: 'large' })} to="/projects">
                Cancel
              </Link>
            )}
          </div>
        </Form>
      </div>
    </Frame>
  )
}
