import { settings } from '../settings.ts'
import { mayBeOwner } from './owner-cookie.ts'
import { WayBack } from './way-back.tsx'
import './no-cards.css'

/** Shown to customers if the seller cannot charge cards yet. It does not mention the seller's setup. */
export function NoCards({ fullCode }: { fullCode: string }) {
  const signIn = `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: location.pathname })}`
  return (
    <section className="lk-no-cards">
      <h2>You can't pay here yet</h2>
      <p>
        <bdi>{settings.seller?.name ?? 'The seller'}</bdi> doesn't accept card payments yet. Nothing was charged.
      </p>
      <div className="lk-actions">
        <WayBack fullCode={fullCode} />
      </div>
      {!mayBeOwner() && (
        <p className="lk-small">
          Is this your project? <a href={signIn}>Sign in</a> to complete a test purchase.
        </p>
      )}
    </section>
  )
}
