import type { ReactNode } from 'react'
import { TabbedPage } from '../parts/tabbed-page.tsx'
import './payments.css'

const tabs = [
  { to: '/projects/$projectId/payments', title: 'Offers' },
  { to: '/projects/$projectId/payments/customers', title: 'Customers' },
  { to: '/projects/$projectId/payments/transactions', title: 'Transactions' },
] as const

interface PaymentsFrameProps {
  part: (typeof tabs)[number]['title']
  actions?: ReactNode | undefined
  children: ReactNode
}

/** The title and tabs of the payments pages. */
export function PaymentsFrame({ part, actions, children }: PaymentsFrameProps) {
  return (
    <TabbedPage
      title="Payments"
      documentTitle={part === 'Offers' ? 'Payments' : `${part} · Payments`}
      description="Offers, customers and transactions of your app."
      actions={actions}
      tabs={tabs}
      tab={part}
      gap="large"
    >
      {children}
    </TabbedPage>
  )
}
