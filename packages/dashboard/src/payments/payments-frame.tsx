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

/** The three pages about payments, each with an address of its own. */
export function PaymentsFrame({ part, actions, children }: PaymentsFrameProps) {
  const { id: projectId } = useProject()
  useCrumb(part)
  return (
    <Page
      title="Payments"
      documentTitle={part === 'Offers' ? 'Payments' : `${part} · Payments`}
      description="What your app sells, who has bought it, and how much of it they have left."
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
