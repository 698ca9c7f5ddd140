import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { ProjectLink } from '../parts/links.tsx'
import { Locked, ReadOnlyNotice } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { Choices } from '../ui/choices.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card, Page } from '../ui/page.tsx'
import { methods } from './methods.ts'
import { ProvidersSection } from './providers-section.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionRules } from './session-rules.tsx'
import { SignInPreview } from './sign-in-preview.tsx'
import { useSetting } from './use-setting.ts'

export default function SignInMethodsPage() {
  useScrollToPart()
  return (
    <Page
      title="Sign-in methods"
      description="How users sign up and sign in. Changes take effect in your app right away."
    >
      <ReadOnlyNotice to="settings" />
      <div className="ui-with-preview sign-in-methods">
        <div className="ui-stack" data-gap="large">
          <Locked to="settings" isSilent>
            <Methods />
          </Locked>
          <ProvidersSection />
          <Locked to="settings" isSilent>
            <SignUpRules />
            <SessionRules />
            <SecondFactorCard />
            <MergeStrategy />
          </Locked>
        </div>
        <SignInPreview />
      </div>
    </Page>
  )
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
      <SwitchField
        label="Only accept sessions that cannot be copied"
        hint="Users with other sessions must sign in again. Requires a current SDK and, in Next.js, httpOnlySessions. Doesn’t work with sessions shared across a domain."
        checked={config.session_keys_required}
        onChange={(isOn) =>
          save(
            { session_keys_required: isOn },
            { session_keys_required: !isOn },
            isOn ? 'Sessions that can be copied are no longer accepted.' : 'All sessions are accepted.',
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
      <Choices
        legend={
          <span className="ui-hint">
            If someone signs in with a provider and their email address already has an account:
          </span>
        }
        options={strategies}
        value={current}
        onChange={(value) =>
          save(
            { oauth_account_merge_strategy: value },
            { oauth_account_merge_strategy: current },
            'The rule for existing email addresses was saved.',
          )
        }
      />
    </Card>
  )
}
