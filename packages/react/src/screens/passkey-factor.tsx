import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/field.tsx'

interface PasskeyFactorProps {
  label: string
  /** Returns why it did not work. */
  onUse: () => Promise<string | undefined>
  children: ReactNode
}

export function PasskeyFactor({ label, onUse, children }: PasskeyFactorProps) {
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    setProblem(undefined)
    setProblem(await onUse())
  }
  return (
    <div className="lk-form">
      <Button kind="primary" wide autoFocus onClick={use}>
        {label}
      </Button>
      <Note error={problem} />
      {children}
    </div>
  )
}
