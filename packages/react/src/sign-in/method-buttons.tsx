import { useLastUsed } from './last-used.ts'
import { ProviderButton } from './oauth-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'

interface MethodButtonsProps {
  type: 'sign-in' | 'sign-up'
  providers: readonly { readonly id: string }[]
  hasPasskeys?: boolean | undefined
  isMock?: boolean | undefined
}

/** From this number on, buttons with text would push the form off the screen. */
const fewestInGrid = 4

/** The methods that take one click: the last used one first, then providers, then the passkey. */
export function MethodButtons({ type, providers, hasPasskeys, isMock }: MethodButtonsProps) {
  const lastUsed = useLastUsed()
  const ids = providers.map(({ id }) => id)
  const others = ids.filter((id) => id !== lastUsed)
  const isGrid = ids.length >= fewestInGrid
  const show = (id: string, isShort?: boolean) => (
    <ProviderButton key={id} provider={id} type={type} isMock={isMock} isShort={isShort} />
  )
  return (
    <div className="lk-methods">
      {hasPasskeys && lastUsed === 'passkey' && <PasskeyButton />}
      {others.length < ids.length && show(lastUsed!)}
      {isGrid ? (
        <div className="lk-method-grid" data-columns={columnsFor(others.length)}>
          {others.map((id) => show(id, true))}
        </div>
      ) : (
        others.map((id) => show(id))
      )}
      {hasPasskeys && lastUsed !== 'passkey' && <PasskeyButton />}
    </div>
  )
}

/** Fills the rows if possible, and leaves no button alone in a row. */
function columnsFor(count: number): number {
  const choices = [4, 5, 3]
  return choices.find((columns) => count % columns === 0) ?? choices.find((columns) => count % columns > 1) ?? 4
}
