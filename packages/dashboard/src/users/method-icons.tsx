import ProviderMark from '@latchkey/react/provider-mark'
import { Building2, Fingerprint, KeyRound, LogIn, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { isProvider } from '../data/provider-names.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { none } from '../ui/page.tsx'

const own: Record<string, ReactNode> = {
  password: <KeyRound />,
  otp: <Mail />,
  passkey: <Fingerprint />,
  connection: <Building2 />,
}

/** Decorative. A project's own provider has no mark. */
export function MethodIcon({ method }: { method: string }) {
  return own[method] ?? (isProvider(method) ? <ProviderMark provider={method} /> : <LogIn />)
}

/** A user's sign-in methods as icons, each with its name on hover. */
export function MethodIcons({ methods }: { methods: readonly string[] }) {
  if (methods.length === 0) return none
  return (
    <ul className="users-methods">
      {methods.map((method) => (
        <li key={method} title={methodName(method)}>
          <MethodIcon method={method} />
          <span className="ui-hidden">{methodName(method)}</span>
        </li>
      ))}
    </ul>
  )
}
