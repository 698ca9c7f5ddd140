import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { describeRequirement, RequireDialog } from '../parts/require-second-factor.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { Choice, SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { useSetting } from './use-setting.ts'

type Policy = Project['config']['second_factor']

const policies: readonly { value: Policy; label: string; hint: string; done: string }[] = [
  {
    value: 'off',
    label: 'Not offered',
    hint: 'Users cannot set one up. Those who have one still need it, and can remove it.',
    done: 'Second factors are no longer offered.',
  },
  {
    value: 'optional',
    label: 'Optional',
    hint: 'Users can set one up in their account settings. Teams can require it of their members.',
    done: 'A second factor is optional.',
  },
  {
    value: 'required',
    label: 'Required',
    hint: 'Users who have none must set one up before they can do anything else.',
    done: '',
  },
]

export function SecondFactorCard() {
  const { config, revision } = useProject()
  const { update } = useProjectChanges()
  const save = useSetting()
  const [isAsking, setIsAsking] = useState(false)
  const { second_factor: current, second_factor_required_from_millis: from } = config
  const choose = (value: Policy, done: string) => {
    if (value === 'required') return setIsAsking(true)
    save(
      { second_factor: value, second_factor_required_from_millis: null },
      { second_factor: current, second_factor_required_from_millis: from },
      done,
    )
  }
  const require = (fromMillis: number | null) =>
    update({ config: { second_factor: 'required', second_factor_required_from_millis: fromMillis } }, revision)
  return (
    <Card title="Second factor" id="second-factor">
      <fieldset className="ui-choices">
        <legend className="ui-hint">
          A code from an authenticator app or a passkey, in addition to the sign-in method.
        </legend>
        {policies.map(({ value, label, hint, done }) => (
          <Choice
            key={value}
            type="radio"
            name="second-factor"
            label={value === 'required' && current === 'required' ? describeRequirement(from) : label}
            hint={hint}
            checked={current === value}
            onChange={() => choose(value, done)}
          />
        ))}
      </fieldset>
      <SwitchField
        label="Let users trust a device for 30 days"
        hint="Skips the second factor on that device. Turning this off or changing the policy removes all trusted devices."
        checked={config.trusted_devices_allowed}
        onChange={(isOn) =>
          save(
            { trusted_devices_allowed: isOn },
            { trusted_devices_allowed: !isOn },
            isOn ? 'Trusted devices are on.' : 'Trusted devices are off.',
          )
        }
      />
      {isAsking && (
        <Outside>
          <RequireDialog onClose={() => setIsAsking(false)} onRequire={require} />
        </Outside>
      )}
    </Card>
  )
}
