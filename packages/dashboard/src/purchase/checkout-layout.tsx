import type { ReactNode } from 'react'
import { settings } from '../settings.ts'

/** What is bought beside how it is paid; on a phone one below the other. */
export function CheckoutLayout({ order, payment }: { order: ReactNode; payment?: ReactNode }) {
  return (
    <main className="lk-checkout" data-alone={payment ? undefined : true}>
      <div className="lk-order">
        {settings.seller && (
          <p className="lk-seller">
            <span className="lk-seller-mark" aria-hidden="true">
              {[...settings.seller][0]?.toUpperCase()}
            </span>
            <span>{settings.seller}</span>
          </p>
        )}
        {order}
      </div>
      {payment && <div className="lk-payment">{payment}</div>}
    </main>
  )
}
