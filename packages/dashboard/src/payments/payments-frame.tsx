import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../data/owner.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { Page } from '../ui/page.tsx'
import { showActiveTab } from '../ui/show-active-tab.ts'
import './payments.css'

const parts = [
  { to: '/projects/$projectId/payments', title: 'Offers' },
  { to: '/projects/$projectId/payments/customers', title: 'Customers' },
  { to: '/projects/$projectId/payments/transactions', title: 'Transactions' },
] as const

interface PaymentsFrameProps {
  part: (typeof parts)[number]['title']
  actions?: ReactNode | undefined
  children: ReactNode
}

/** The title and tabs of the payments pages. */
export function PaymentsFrame({ part, actions, children }: PaymentsFrameProps) {
  const { id: projectId } = useProject()
  useCrumb(part)
  return (
    <Page
      title="Payments"
      documentTitle={part === 'Offers' ? 'Payments' : `${part} · Payments`}
      description="Offers, customers and transactions of your app."
      actions={actions}
    >
      <nav ref={showActiveTab} className="ui-tab-list" aria-label="Payments">
        {parts.map(({ to, title }) => (
          <Link
            key={title}
            className="ui-tab"
            to={to}
            params={{ projectId }}
            data-state={title === part ? 'active' : 'inactive'}
            aria-current={title === part ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}
