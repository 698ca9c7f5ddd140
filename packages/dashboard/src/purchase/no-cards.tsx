import { mayBeOwner } from './owner-cookie.ts'

/** Without keys of the card provider. Whoever sees it is mostly the developer who is about to set them. */
export function NoCards() {
  const signIn = `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: location.pathname })}`
  return (
    <section className="lk-no-cards">
      <h2>Cards cannot be charged here yet</h2>
      <p>This server has no card provider, so nobody can pay on this page. Please tell whoever sent you the link.</p>
      <p>
        Is it your server? Set <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_PUBLISHABLE_KEY</code>
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
