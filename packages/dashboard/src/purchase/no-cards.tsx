import { mayBeOwner } from './owner-cookie.ts'

/** Shown while the server has no Stripe keys, mostly to the developer who is about to set them. */
export function NoCards() {
  const signIn = `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: location.pathname })}`
  return (
    <section className="lk-no-cards">
      <h2>Card payments aren't set up yet</h2>
      <p>This page can't take payments yet. Please tell the person who sent you the link.</p>
      <p>
        Is this your server? Set <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_PUBLISHABLE_KEY</code>
        {mayBeOwner() ? (
          '.'
        ) : (
          <>
            , or <a href={signIn}>sign in</a> to complete the purchase in test mode.
          </>
        )}
      </p>
    </section>
  )
}
