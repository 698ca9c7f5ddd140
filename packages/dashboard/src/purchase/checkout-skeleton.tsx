import { CheckoutLayout } from './checkout-layout.tsx'
import './checkout-skeleton.css'

/** The size of the final page, so that nothing shifts. */
export function CheckoutSkeleton({ fullCode }: { fullCode: string }) {
  return (
    <CheckoutLayout
      fullCode={fullCode}
      order={
        <div role="status" aria-label="Loading">
          <div className="lk-skeleton" data-shape="title" />
          <div className="lk-skeleton" data-shape="text" />
          <div className="lk-skeleton" data-shape="choice" />
          <div className="lk-skeleton" data-shape="choice" />
        </div>
      }
      payment={
        <div aria-hidden="true">
          <div className="lk-skeleton" data-shape="label" />
          <div className="lk-skeleton" data-shape="cards" />
          <div className="lk-skeleton" data-shape="button" />
        </div>
      }
    />
  )
}
