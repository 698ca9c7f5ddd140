import { Plus } from 'lucide-react'
import { NewIdField } from '../parts/name-and-id.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Choice, SelectField, SwitchField, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { type Offer, useCatalog } from './catalog.ts'
import { type CustomerType, customerTypeNames } from './customer-types.ts'
import { GroupDialog } from './group-dialog.tsx'
import { IncludedItemsCard } from './included-items-card.tsx'
import type { OfferDraft } from './offer-draft.ts'
import { PricesCard } from './prices-card.tsx'

export interface OfferFormProps {
  /** Undefined for a new offer. */
  id?: string | undefined
  draft: OfferDraft
  errorOf: (field: keyof OfferDraft) => string | undefined
  newId?: { value: string; error: string | undefined; onChange: (id: string) => void } | undefined
  others: readonly (readonly [id: string, offer: Offer])[]
  onChange: (change: Partial<OfferDraft>) => void
}

export function OfferForm({ draft, errorOf, newId, others, onChange }: OfferFormProps) {
  return (
    <div className="ui-stack" data-gap="large">
      <Card title="Offer">
        <TextField
          label="Name"
          placeholder="Pro"
          hint="Customers see it on the purchase page and on their card statement."
          error={errorOf('displayName')}
          value={draft.displayName}
          onChange={(event) => onChange({ displayName: event.target.value })}
        />
        {newId && <NewIdField {...newId} />}
        <SelectField
          label="Customer type"
          hint={draft.customerType === 'custom' ? 'Anything your app identifies by an ID.' : undefined}
          error={errorOf('customerType')}
          options={customerTypeNames}
          value={draft.customerType}
          onChange={(event) => onChange({ customerType: event.target.value as CustomerType })}
        />
        <GroupField draft={draft} problem={errorOf('groupId')} onChange={onChange} />
      </Card>
      <PricesCard draft={draft} errorOf={errorOf} onChange={onChange} />
      <IncludedItemsCard draft={draft} errorOf={errorOf} onChange={onChange} />
      <RulesCard draft={draft} others={others} problem={errorOf('isAddOnTo')} onChange={onChange} />
    </div>
  )
}

type PartProps = Pick<OfferFormProps, 'draft' | 'onChange'>

function GroupField({ draft, problem, onChange }: PartProps & { problem: string | undefined }) {
  const { groups } = useCatalog()
  return (
    <div className="payments-with-button">
      <SelectField
        label="Group"
        hint="A customer has one offer per group at a time, such as a plan."
        error={problem}
        options={{
          '': 'None: can be combined with any offer',
          ...Object.fromEntries(Object.entries(groups).map(([id, { displayName }]) => [id, displayName || id])),
          ...(draft.groupId && !Object.hasOwn(groups, draft.groupId) && { [draft.groupId]: draft.groupId }),
        }}
        value={draft.groupId}
        onChange={(event) => onChange({ groupId: event.target.value })}
      />
      <DialogButton
        icon={<Plus />}
        dialog={(close) => <GroupDialog onClose={close} onCreated={(groupId) => onChange({ groupId })} />}
      >
        Create group
      </DialogButton>
    </div>
  )
}

interface RulesCardProps extends PartProps, Pick<OfferFormProps, 'others'> {
  problem: string | undefined
}

function RulesCard({ draft, others, problem, onChange }: RulesCardProps) {
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
          <p className={problem ? 'ui-error' : 'ui-hint'} role={problem ? 'alert' : undefined}>
            {problem ?? 'Only customers with one of these offers can buy it.'}
          </p>
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
