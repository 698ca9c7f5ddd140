import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { nullIf, type Reply } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import { isForTesting } from '../data/environments.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { ProjectLink } from '../parts/links.tsx'
import { settings } from '../settings.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Badge, Card } from '../ui/page.tsx'

const route = 'GET /internal/payments/stripe/account-info'
type StripeAccountInfo = Reply<typeof route>

/** Cards are charged in production only. */
export function ProviderCard() {
  const project = useProject()
  if (!isForTesting(project)) return <CardPayments />
  return (
    <Card
      title="Card payments"
      id="cards"
      description={`Owners complete purchases in ${project.environment} without a card, and nothing is charged. Connect Stripe in production.`}
      actions={<Badge tone="accent">Test mode</Badge>}
    />
  )
}

/** The status of card payments, the remaining setup steps and the next one. */
function CardPayments() {
  const { call } = useApi()
  const account = useLoaded(route, undefined, (load) => load(route).catch(nullIf('STRIPE_ACCOUNT_INFO_NOT_FOUND')))
  const { isBusy, run } = useAction()
  const isAvailable = settings.stripePublishableKey !== null || account !== null
  const isReady = account?.charges_enabled && account.payouts_enabled
  // Links to Stripe work once and expire in minutes, so create one on click.
  const leave = () =>
    run(async () => {
      const { url } = await call('POST /internal/payments/setup', { body: {} })
      location.assign(url)
      // Stays busy while the browser navigates away.
      await new Promise(() => {})
    })
  return (
    <Card
      title="Card payments"
      id="cards"
      description={describe(account, isAvailable)}
      actions={<Badge tone={isReady ? 'success' : 'accent'}>{stateOf(account, isAvailable)}</Badge>}
      footer={
        (isAvailable || account) && (
          <>
            {account && (
              <a {...buttonLook()} href="https://dashboard.stripe.com/payments" target="_blank" rel="noreferrer">
                <ExternalLink />
                Refunds and payouts in Stripe
              </a>
            )}
            {!account?.payouts_enabled && (
              <Button variant="primary" isBusy={isBusy} onClick={() => void leave()}>
                {account ? 'Continue with Stripe' : 'Set up with Stripe'}
              </Button>
            )}
          </>
        )
      }
    >
      <ul className="ui-list payments-steps">
        <Step isDone={isAvailable}>
          {isAvailable ? (
            'This server can charge cards.'
          ) : (
            <>
              Set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_PUBLISHABLE_KEY</code> and{' '}
              <code>STRIPE_WEBHOOK_SECRET</code> on the server.{' '}
              <a href="/docs/guide/selling#accept-cards" target="_blank" rel="noreferrer">
                Learn how
              </a>
            </>
          )}
        </Step>
        <Step isDone={account?.details_submitted ?? false}>Stripe has your business details.</Step>
        <Step isDone={account?.charges_enabled ?? false}>Stripe has enabled charges.</Step>
        <Step isDone={account?.payouts_enabled ?? false}>Stripe has enabled payouts.</Step>
      </ul>
      <TestMode />
    </Card>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone || undefined}>
      {isDone ? <CircleCheck aria-label="Done:" /> : <CircleAlert aria-label="To do:" />}
      <span>{children}</span>
    </li>
  )
}

/** Production mode controls test purchases, among other things. */
function TestMode() {
  const { is_production_mode: isProductionMode } = useProject()
  return (
    <p className="payments-test-mode">
      <Badge tone={isProductionMode ? 'success' : 'accent'}>{isProductionMode ? 'Live' : 'Test mode'}</Badge>
      <span className="ui-muted">
        {isProductionMode
          ? 'Customers pay for every purchase. '
          : 'Owners can complete purchases without a card, and nothing is charged. '}
        <ProjectLink to="/projects/$projectId/settings/production">
          {isProductionMode ? 'Turn off production mode' : 'Turn on production mode'}
        </ProjectLink>{' '}
        {isProductionMode ? 'to test.' : 'to charge customers.'}
      </span>
    </p>
  )
}

function stateOf(account: StripeAccountInfo | null, isAvailable: boolean): string {
  if (!isAvailable) return 'Not available'
  if (!account) return 'Not connected'
  if (!account.details_submitted) return 'Setup incomplete'
  if (!account.charges_enabled) return 'In review'
  return account.payouts_enabled ? 'Connected' : 'Payouts paused'
}

function describe(account: StripeAccountInfo | null, isAvailable: boolean): string {
  if (!isAvailable)
    return 'Test purchases work without Stripe. To charge cards, add the keys of a Stripe account to this server.'
  if (!account) return 'Stripe charges your customers and pays you. It needs to verify your identity first.'
  if (!account.details_submitted) return 'Stripe needs more information. You can continue where you left off.'
  if (!account.charges_enabled) return 'Stripe is reviewing your information. This can take minutes or days.'
  if (!account.payouts_enabled) return 'You can sell. Stripe needs more information before it can pay you.'
  return 'You can sell, and Stripe pays you.'
}
