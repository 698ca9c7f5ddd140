import { Plus } from 'lucide-react'
import { useState } from 'react'
import { NewIdField } from '../parts/name-and-id.tsx'
import { Button } from '../ui/button.tsx'
import { Choice, SelectField, SwitchField, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { type Offer, useCatalog } from './catalog.ts'
import { type CustomerType, customerTypeNames, customerTypes } from './customer-types.ts'
import { GroupDialog } from './group-dialog.tsx'
import { IncludedItemsCard } from './included-items-card.tsx'
import type { OfferDraft } from './offer-draft.ts'
import { PricesCard } from './prices-card.tsx'

export interface OfferFormProps {
  /** Undefined for a new offer. */
  id?: string | undefined
  draft: OfferDraft
  problems: { displayName?: string | undefined; groupId?: string | undefined; prices?: string | undefined }
  newId?: { value: string; error: string | undefined; onChange: (id: string) => void } | undefined
  others: readonly (readonly [id: string, offer: Offer])[]
  onChange: (change: Partial<OfferDraft>) => void
}

export function OfferForm({ draft, problems, newId, others, onChange }: OfferFormProps) {
  return (
    <div className="ui-stack" data-gap="large">
      <Card title="Offer">
        <TextField
          label="Name"
          placeholder="Pro"
          hint="Customers see it on the purchase page and on their card statement."
          error={problems.displayName}
          value={draft.displayName}
          onChange={(event) => onChange({ displayName: event.target.value })}
        />
        {newId && <NewIdField {...newId} />}
        <SelectField
          label="Customer type"
          hint={draft.customerType === 'custom' ? 'Anything your app identifies by an ID.' : undefined}
          value={draft.customerType}
          onChange={(event) => onChange({ customerType: event.target.value as CustomerType })}
        >
          {customerTypes.map((type) => (
            <option key={type} value={type}>
              {customerTypeNames[type]}
            </option>
          ))}
        </SelectField>
        <GroupField draft={draft} problem={problems.groupId} onChange={onChange} />
      </Card>
      <PricesCard draft={draft} problem={problems.prices} onChange={onChange} />
      <IncludedItemsCard draft={draft} onChange={onChange} />
      <RulesCard draft={draft} others={others} onChange={onChange} />
    </div>
  )
}

type PartProps = Pick<OfferFormProps, 'draft' | 'onChange'>

function GroupField({ draft, problem, onChange }: PartProps & { problem: string | undefined }) {
  const { groups } = useCatalog()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <div className="payments-with-button">
      <SelectField
        label="Group"
        hint="A customer has one offer per group at a time, such as a plan."
        error={problem}
        value={draft.groupId}
        onChange={(event) => onChange({ groupId: event.target.value })}
      >
        <option value="">None: can be combined with any offer</option>
        {Object.entries(groups).map(([id, { displayName }]) => (
          <option key={id} value={id}>
            {displayName || id}
          </option>
        ))}
        {draft.groupId && !Object.hasOwn(groups, draft.groupId) && <option>{draft.groupId}</option>}
      </SelectField>
      <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
        Create group
      </Button>
      {isCreating && (
        <GroupDialog onClose={() => setIsCreating(false)} onCreated={(groupId) => onChange({ groupId })} />
      )}
    </div>
  )
}

function RulesCard({ draft, others, onChange }: PartProps & Pick<OfferFormProps, 'others'>) {
  const bases = others.filter(([, offer]) => offer.customerType === draft.customerType)
  return (
    <Card title="Rules">
      {!draft.isFree && (
        <SwitchField
          label="Can be bought in any quantity"
          hint="Customers choose a quantity. Included items are multiplied by it."
          checked={draft.stackable}
          onChange={(stackable) => onChange({ stackable })}
        />
      )}
      <SwitchField
        label="Server only"
        hint="Only your server can create purchase links. Browser apps cannot."
        checked={draft.serverOnly}
        onChange={(serverOnly) => onChange({ serverOnly })}
      />
      {(bases.length > 0 || draft.isAddOnTo.length > 0) && (
        <fieldset className="ui-choices">
          <legend className="ui-label">Add-on to</legend>
          <p className="ui-hint">Only customers with one of these offers can buy it.</p>
          {bases.map(([id, { displayName }]) => (
            <Choice
              key={id}
              type="checkbox"
              label={displayName}
              checked={draft.isAddOnTo.includes(id)}
              onChange={(isChecked) =>
                onChange({
                  isAddOnTo: isChecked
                    ? [...draft.isAddOnTo, id].sort()
                    : draft.isAddOnTo.filter((other) => other !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </Card>
  )
}
