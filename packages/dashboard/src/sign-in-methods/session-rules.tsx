import { useProject } from '../data/owner.ts'
import { SelectField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { useSetting } from './use-setting.ts'

const hour = 60
const day = 24 * hour

const rules = [
  {
    key: 'session_longest_life_minutes',
    label: 'Maximum lifetime',
    hint: 'After this, users must sign in again. Also applies to server and command-line sessions.',
    none: 'A year',
    choices: [90 * day, 30 * day, 7 * day, day, 12 * hour, 8 * hour, hour],
    describe: describeMinutes,
  },
  {
    key: 'session_inactivity_minutes',
    label: 'Inactivity timeout',
    hint: 'Counted from the last time the app was open.',
    none: 'Never',
    choices: [30 * day, 7 * day, day, 8 * hour, hour, 30],
    describe: (minutes: number) => `After ${describeMinutes(minutes)}`,
  },
  {
    key: 'sessions_per_user',
    label: 'Sessions per user',
    hint: 'A further sign-in ends the least recently used session.',
    none: 'Any number',
    choices: [1, 2, 3, 5, 10, 20],
    describe: String,
  },
] as const

/** What applies to the sessions of all users, also to those that exist. */
export function SessionRules() {
  const { config } = useProject()
  const save = useSetting()
  return (
    <Card title="Sessions" id="sessions" description="Stricter rules apply to existing sessions within minutes.">
      <div className="ui-form">
        {rules.map(({ key, label, hint, none, choices, describe }) => {
          const current = config[key]
          return (
            <SelectField
              key={key}
              label={label}
              hint={hint}
              value={current ?? ''}
              options={optionsOf(none, choices, current, describe)}
              onChange={({ target: { value } }) =>
                save(
                  { [key]: value ? Number(value) : null },
                  { [key]: current },
                  `${label}: ${value ? describe(Number(value)) : none}`,
                )
              }
            />
          )
        })}
      </div>
    </Card>
  )
}

/** A value that was set in another way is a choice, too. */
function optionsOf(
  none: string,
  choices: readonly number[],
  current: number | null,
  describe: (value: number) => string,
): (readonly [value: string | number, label: string])[] {
  const isOther = current !== null && !choices.includes(current)
  const values = isOther ? [current, ...choices] : choices
  return [['', none], ...values.map((value) => [value, describe(value)] as const)]
}

function describeMinutes(minutes: number): string {
  const [size, unit] = minutes % day === 0 ? [day, 'day'] : minutes % hour === 0 ? [hour, 'hour'] : [1, 'minute']
  const count = minutes / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
