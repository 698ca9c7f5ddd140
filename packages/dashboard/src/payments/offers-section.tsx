import { Pencil, Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { ProjectLink, RowLink } from '../parts/links.tsx'
import { Allowed } from '../parts/role.tsx'
import { Button, buttonLook, IconButton } from '../ui/button.tsx'
import { Badge, Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { type Catalog, describePrices, type Offer, useCatalog } from './catalog.ts'
import { customerTypeNames } from './customer-types.ts'
import { GroupDialog } from './group-dialog.tsx'

/** The offers of each group, then those without a group. */
export function OffersSection() {
  const catalog = useCatalog()
  const [editing, setEditing] = useState<{ groupId?: string }>()
  const groups = groupOffers(catalog)
  if (groups.length === 0) {
    return (
      <Empty
        icon={<Tag />}
        title="No offers yet"
        action={
          <Allowed to="settings">
            <ProjectLink {...buttonLook({ variant: 'primary' })} to="/projects/$projectId/payments/new-offer">
              Create offer
            </ProjectLink>
          </Allowed>
        }
      >
        An offer is something you sell: a monthly plan or a one-time pack. It includes items, such as credits or seats.
      </Empty>
    )
  }
  return (
    <>
      {groups.map(({ id, name, offers }) => (
        <Section
          key={id}
          title={name}
          description={
            id ? 'A customer has one offer from this group at a time. Buying another one replaces it.' : undefined
          }
          actions={
            id ? (
              <IconButton
                size="small"
                label={`Edit group ${name}`}
                icon={<Pencil />}
                onClick={() => setEditing({ groupId: id })}
              />
            ) : (
              <Button size="small" icon={<Plus />} onClick={() => setEditing({})}>
                Create group
              </Button>
            )
          }
        >
          <OfferTable
            name={name}
            offers={offers}
            catalog={catalog}
            empty={id ? 'No offers in this group yet.' : 'Every offer is in a group.'}
          />
        </Section>
      ))}
      {editing && <GroupDialog groupId={editing.groupId} onClose={() => setEditing(undefined)} />}
    </>
  )
}

type NamedOffer = readonly [id: string, offer: Offer]

interface OfferTableProps {
  name: string
  offers: readonly NamedOffer[]
  catalog: Catalog
  empty: string
}

function OfferTable({ name, offers, catalog, empty }: OfferTableProps) {
  return (
    <Table
      label={name}
      rows={offers}
      getId={([id]) => id}
      empty={empty}
      columns={[
        {
          id: 'name',
          header: 'Offer',
          cell: ([offerId, { displayName }]) => (
            <RowLink to="/projects/$projectId/payments/offers/$offerId" params={{ offerId }}>
              <bdi>{displayName}</bdi>
            </RowLink>
          ),
        },
        { id: 'id', header: 'ID', priority: 'low', cell: ([id]) => <code>{id}</code> },
        {
          id: 'price',
          header: 'Price',
          cell: ([, offer]) => <span className="payments-prices">{describePrices(offer)}</span>,
        },
        {
          id: 'includes',
          header: 'Includes',
          priority: 'medium',
          cell: ([, offer]) => describeIncluded(offer, catalog),
        },
        {
          id: 'for',
          header: 'For',
          priority: 'low',
          cell: ([, { customerType, serverOnly }]) => (
            <span className="ui-row">
              {customerTypeNames[customerType]}
              {serverOnly && <Badge>Server only</Badge>}
            </span>
          ),
        },
      ]}
    />
  )
}

function describeIncluded({ includedItems }: Offer, { items }: Catalog): string {
  const parts = Object.entries(includedItems).map(
    ([id, { quantity }]) => `${quantity.toLocaleString('en')} ${items[id]?.displayName ?? id}`,
  )
  return parts.join(', ') || '–'
}

function groupOffers({ groups, offers }: Catalog) {
  const all = Object.entries(offers)
  const grouped = Object.entries(groups).map(([id, { displayName }]) => ({
    id,
    name: displayName || id,
    offers: all.filter(([, { groupId }]) => groupId === id),
  }))
  const others = all.filter(([, { groupId }]) => groupId === undefined || !Object.hasOwn(groups, groupId))
  if (grouped.length === 0 && others.length === 0) return []
  return [...grouped, { id: '', name: grouped.length > 0 ? 'Other offers' : 'Offers', offers: others }]
}
