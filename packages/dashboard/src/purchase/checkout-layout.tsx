import type { ReactNode } from 'react'
import { settings } from '../settings.ts'
import { SellerBrand } from './seller-brand.tsx'
import { WayBackLink } from './way-back.tsx'
import './checkout-layout.css'

interface CheckoutLayoutProps {
  fullCode: string
  order: ReactNode
  payment?: ReactNode
}

/** The order next to the payment, stacked on phones. */
export function CheckoutLayout({ fullCode, order, payment }: CheckoutLayoutProps) {
  return (
    <main className="lk-checkout" data-alone={payment ? undefined : true}>
      <div className="lk-order">
        <WayBackLink fullCode={fullCode} />
        {settings.seller && <SellerBrand {...settings.seller} />}
        {order}
      </div>
      {payment && <div className="lk-payment">{payment}</div>}
    </main>
  )
}
