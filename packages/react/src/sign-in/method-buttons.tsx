import type { ReactNode } from 'react'
import { useAuthFlow } from './auth-flow.tsx'
import { useHasPasskey, useLastUsed } from './last-used.ts'
import { ProviderButton } from './oauth-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'

interface MethodButtonsProps {
  type: 'sign-in' | 'sign-up'
  providers: readonly { readonly id: string }[]
  hasPasskeys?: boolean | undefined
  isMock?: boolean | undefined
  /** Buttons above these. */
  children?: ReactNode
}

/** From this number on, buttons with text would push the form off the screen. */
const fewestInGrid = 4

/** The methods that take one click: a passkey that was used here, the last used provider, the others, the passkey. */
export function MethodButtons({ type, providers, hasPasskeys, isMock, children }: MethodButtonsProps) {
  const { isFirst } = useAuthFlow()
  const lastUsed = useLastUsed()
  const isPasskeyFirst = useHasPasskey()
  const ids = providers.map(({ id }) => id)
  const others = ids.filter((id) => id !== lastUsed)
  const isGrid = ids.length >= fewestInGrid
  const show = (id: string, isShort?: boolean) => (
    <ProviderButton key={id} provider={id} type={type} isMock={isMock} isShort={isShort} />
  )
  return (
    <div className="lk-methods">
      {children}
      {hasPasskeys && isPasskeyFirst && <PasskeyButton autoFocus={isFirst} />}
      {others.length < ids.length && show(lastUsed!)}
      {isGrid ? (
        <div className="lk-method-grid" data-columns={columnsFor(others.length)}>
          {others.map((id) => show(id, true))}
        </div>
      ) : (
        others.map((id) => show(id))
      )}
      {hasPasskeys && !isPasskeyFirst && <PasskeyButton />}
    </div>
  )
}

/** Fills the rows if possible, and leaves no button alone in a row. */
function columnsFor(count: number): number {
  const choices = [4, 5, 3]
  return choices.find((columns) => count % columns === 0) ?? choices.find((columns) => count % columns > 1) ?? 4
}
