import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Avatar } from '../ui/page.tsx'
import { formatTime } from '../ui/time.tsx'
import { DomainStep } from './domain-step.tsx'
import { FinishStep } from './finish-step.tsx'
import { ProviderStep } from './provider-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { type CallSetup, findDone, findStep, isOpen, nameProvider, type Setup, type StepName, steps } from './setup.ts'
import { TestStep } from './test-step.tsx'

export interface StepProps {
  setup: Setup
  call: CallSetup
  onChange: (setup: Setup) => void
  onFinish: (setup: Setup) => void
  go: (step: StepName) => void
}

const parts = { provider: ProviderStep, settings: SettingsStep, test: TestStep, domain: DomainStep, finish: FinishStep }

const titles: Record<StepName, string> = {
  provider: 'Identity provider',
  settings: 'Settings',
  test: 'Test',
  domain: 'Email domain',
  finish: 'Turn on',
}

/** One step after the other. What was entered is saved with each, so the link can be left and opened again. */
export function Wizard(props: Omit<StepProps, 'go'>) {
  const { setup } = props
  const [chosen, setChosen] = useState<StepName>(() => findStep(setup))
  const step = isOpen(chosen, setup) ? chosen : findStep(setup)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  // The next step replaces the content, which screen readers must announce.
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  const Part = parts[step]
  const { display_name: name } = setup.connection
  return (
    <main className="set-up">
      <title>{`Set up sign-in for ${name}`}</title>
      <div className="set-up-brand">
        <Avatar name={setup.project_display_name} size="large" shape="square" />
        <div>
          <strong>Sign-in for {name}</strong>
          <p className="ui-caption">
            At <bdi>{setup.project_display_name}</bdi>. This link works until {formatTime(setup.expires_at_millis)}.
          </p>
        </div>
      </div>
      <Steps setup={setup} step={step} go={setChosen} />
      <div className="set-up-step">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {titles[step]}
          </h1>
          <p className="set-up-note">{describe(step, setup)}</p>
        </header>
        <Part {...props} go={setChosen} />
      </div>
    </main>
  )
}

function describe(step: StepName, setup: Setup): ReactNode {
  const app = setup.project_display_name
  switch (step) {
    case 'provider':
      return `Which identity provider do your people sign in with? It will sign them in to ${app}.`
    case 'settings':
      return `Register ${app} at ${nameProvider(setup)}, then enter what it tells you.`
    case 'test':
      return 'Sign in once, to see whether it works and what is known about you afterwards.'
    case 'domain':
      return 'Prove that the domain of your email addresses is yours. People who enter such an address are then led to your identity provider.'
    case 'finish':
      return 'The last step. Nobody can sign in with the connection before it.'
  }
}

function Steps({ setup, step, go }: Pick<StepProps, 'setup' | 'go'> & { step: StepName }) {
  const done = findDone(setup)
  return (
    <nav aria-label="Steps">
      <ol className="set-up-steps">
        {steps.map((each, index) => (
          <li key={each} data-done={done[each] || undefined}>
            <button
              type="button"
              aria-current={each === step ? 'step' : undefined}
              disabled={!isOpen(each, setup)}
              onClick={() => go(each)}
            >
              <span className="set-up-number" aria-hidden="true">
                {done[each] ? <Check /> : index + 1}
              </span>
              <span>
                {titles[each]}
                {done[each] && <span className="ui-hidden">, done</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
