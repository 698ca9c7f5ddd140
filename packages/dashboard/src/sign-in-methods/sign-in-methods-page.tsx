import { providerTypes } from '@latchkey/contract/providers'
import { type ProjectChange, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { providerNameOf } from '../data/provider-names.ts'
import type { Project } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { ProjectLink, RowLink } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { Choice, SwitchField } from '../ui/field.tsx'
import { Badge, Card, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { methods } from './methods.ts'
import { describeKeys } from './providers.ts'
import { SignInPreview } from './sign-in-preview.tsx'

export default function SignInMethodsPage() {
  useScrollToPart()
  return (
    <LockedPage
      changes="settings"
      title="Sign-in methods"
      description="How users sign up and sign in. Changes take effect in your app right away."
    >
      <div className="ui-with-preview sign-in-methods">
        <div className="ui-stack" data-gap="large">
          <Methods />
          <Providers />
          <SignUpRules />
          <MergeStrategy />
        </div>
        <SignInPreview />
      </div>
    </LockedPage>
  )
}

/** Saves one setting immediately, with undo. */
function useSetting() {
  const { revision } = useProject()
  const { update } = useProjectChanges()
  const { run } = useAction()
  return (config: ProjectChange['config'], previous: ProjectChange['config'], done: string) =>
    void run(() => update({ config }, revision), {
      done,
      undo: (saved) => update({ config: previous }, saved.revision),
    })
}

function Methods() {
  const { config } = useProject()
  const save = useSetting()
  return (
    <Card title="Methods" id="methods">
      {methods.map(({ id, key, name, hint }) => (
        <SwitchField
          key={key}
          label={name}
          hint={
            <>
              {hint}{' '}
              <ProjectLink to="/projects/$projectId/sign-in-methods/$providerId" params={{ providerId: id }}>
                Details
                <span className="ui-hidden"> of {name}</span>
              </ProjectLink>
            </>
          }
          checked={config[key]}
          onChange={(isOn) => save({ [key]: isOn }, { [key]: !isOn }, `${name} is ${isOn ? 'on' : 'off'}.`)}
        />
      ))}
    </Card>
  )
}

function Providers() {
  const { config } = useProject()
  const ids = [...new Set([...config.oauth_providers.map(({ id }) => id), ...providerTypes])]
  const providers = ids.map((id) => ({ id, provider: config.oauth_providers.find((each) => each.id === id) }))
  return (
    <Section title="Providers" description="Users sign in with an account from another service." id="providers">
      <Table
        label="Sign-in providers"
        rows={providers}
        columns={[
          {
            id: 'name',
            header: 'Provider',
            cell: ({ id }) => (
              <RowLink to="/projects/$projectId/sign-in-methods/$providerId" params={{ providerId: id }}>
                {providerNameOf(id)}
              </RowLink>
            ),
          },
          {
            id: 'state',
            header: 'Status',
            cell: ({ provider }) =>
              provider ? <Badge tone="success">On</Badge> : <span className="ui-muted">Off</span>,
          },
          {
            id: 'keys',
            header: 'Keys',
            align: 'end',
            cell: ({ provider }) => <span className="ui-muted">{provider ? describeKeys(provider) : 'Set up'}</span>,
          },
        ]}
      />
    </Section>
  )
}

function SignUpRules() {
  const { config } = useProject()
  const save = useSetting()
  return (
    <Card title="Sign-up and security" id="sign-up">
      <SwitchField
        label="New users can sign up"
        hint="If off, only users created by you or your server can sign in."
        checked={config.sign_up_enabled}
        onChange={(isOn) =>
          save({ sign_up_enabled: isOn }, { sign_up_enabled: !isOn }, isOn ? 'Sign-up is open.' : 'Sign-up is closed.')
        }
      />
      <SwitchField
        label="Confirm sensitive changes"
        hint="Users confirm their identity before changing a password or email address, or deleting their account."
        checked={config.step_up_required}
        onChange={(isOn) =>
          save(
            { step_up_required: isOn },
            { step_up_required: !isOn },
            isOn ? 'Sensitive changes require confirmation.' : 'Sensitive changes no longer require confirmation.',
          )
        }
      />
    </Card>
  )
}

const strategies: readonly { value: Project['config']['oauth_account_merge_strategy']; label: string; hint: string }[] =
  [
    {
      value: 'link_method',
      label: 'Link to the existing account',
      hint: 'Requires that the email address is verified on both sides. Recommended.',
    },
    { value: 'raise_error', label: 'Refuse', hint: 'The user must sign in with an existing method.' },
    {
      value: 'allow_duplicates',
      label: 'Create another account',
      hint: 'One person can have several accounts with the same email address.',
    },
  ]

function MergeStrategy() {
  const { config } = useProject()
  const save = useSetting()
  const current = config.oauth_account_merge_strategy
  return (
    <Card title="Same email address" id="same-email">
      <fieldset className="ui-choices">
        <legend className="ui-hint">
          If someone signs in with a provider and their email address already has an account:
        </legend>
        {strategies.map(({ value, label, hint }) => (
          <Choice
            key={value}
            type="radio"
            name="merge-strategy"
            label={label}
            hint={hint}
            checked={current === value}
            onChange={() =>
              save(
                { oauth_account_merge_strategy: value },
                { oauth_account_merge_strategy: current },
                'The rule for existing email addresses was saved.',
              )
            }
          />
        ))}
      </fieldset>
    </Card>
  )
}
