import { toBrandVariables } from '@latchkey/contract/branding'
import { useProject } from '../data/owner.ts'
import { centsOf } from '../purchase/money.ts'
import { Order } from '../purchase/order.tsx'
import { SellerBrand } from '../purchase/seller-brand.tsx'
import { Section } from '../ui/page.tsx'
import { useCatalog } from './catalog.ts'
import { itemsOf, type OfferDraft, pricesOf } from './offer-draft.ts'

/** The purchase page as a customer sees it. It is not interactive. */
export function OfferPreview({ draft }: { draft: OfferDraft }) {
  const project = useProject()
  const { items } = useCatalog()
  const prices = Object.entries(pricesOf(draft)).flatMap(([id, { USD, interval }]) =>
    USD === undefined ? [] : [{ id, cents: centsOf(USD), interval }],
  )
  const [price] = prices
  const included = Object.entries(itemsOf(draft)).flatMap(([id, item]) =>
    items[id] ? [{ id, display_name: items[id].displayName, ...item }] : [],
  )
  const { mode = 'auto' } = project.branding ?? {}
  const look = { ...toBrandVariables(project.branding ?? {}), ...(mode !== 'auto' && { colorScheme: mode }) }
  return (
    <aside aria-label="Preview">
      <Section title="Preview of the purchase page">
        {draft.isFree ? (
          <p className="ui-muted">Everyone has this offer, so it has no purchase page.</p>
        ) : (
          <div className="payments-preview-page" style={look} inert>
            <SellerBrand
              name={project.display_name}
              mode={mode}
              logoUrl={project.logo_url ?? null}
              logoDarkModeUrl={project.logo_dark_mode_url ?? null}
            />
            <Order
              title={draft.displayName.trim() || 'Name of the offer'}
              titleLevel={3}
              included={included}
              isStackable={draft.stackable}
              terms={price && { prices, price, quantity: 1, quantityText: '1', max: 999, isUpperBound: false }}
            />
            <span className="lk-button" data-wide>
              Pay
            </span>
          </div>
        )}
      </Section>
    </aside>
  )
}
