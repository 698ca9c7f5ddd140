import type { ReactNode } from 'react'
import icon from '../icon.svg'
import './first-run.css'

interface StepProps {
  /** Undefined outside the first run. */
  step?: 1 | 2 | 3
  title: string
  description?: ReactNode
  children: ReactNode
}

/** One step of the first run, with its progress. */
export function Step({ step, title, description, children }: StepProps) {
  return (
    <main className="first-run">
      <title>{`${title} · Latchkey`}</title>
      <div className="first-run-brand">
        <img src={icon} alt="" />
        Latchkey
      </div>
      {step && <Progress step={step} />}
      <header>
        <h1>{title}</h1>
        {description && <p>{description}</p>}
      </header>
      {children}
    </main>
  )
}

export function Progress({ step }: { step: 1 | 2 | 3 }) {
  return (
    <div>
      <span className="ui-hidden">Step {step} of 3</span>
      <ol className="first-run-steps" aria-hidden="true">
        <li data-done />
        <li data-done={step > 1 || undefined} />
        <li data-done={step > 2 || undefined} />
      </ol>
    </div>
  )
}
