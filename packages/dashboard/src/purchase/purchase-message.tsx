import type { ReactNode } from 'react'
import { Message } from '../message.tsx'
import { settings } from '../settings.ts'
import { SellerBrand } from './seller-brand.tsx'
import { WayBack } from './way-back.tsx'

interface PurchaseMessageProps {
  kind: 'done' | 'waiting' | 'problem'
  title: string
  fullCode: string
  /** A better next step than going back. */
  action?: ReactNode | undefined
  children: ReactNode
}

/** A result with the seller's brand and a link back to their app. */
export function PurchaseMessage({ kind, title, fullCode, action, children }: PurchaseMessageProps) {
  return (
    <Message
      kind={kind}
      title={title}
      brand={settings.seller && <SellerBrand {...settings.seller} />}
      action={
        <div className="lk-actions">
          {action}
          <WayBack fullCode={fullCode} isQuiet={Boolean(action)} />
        </div>
      }
    >
      {children}
    </Message>
  )
}
