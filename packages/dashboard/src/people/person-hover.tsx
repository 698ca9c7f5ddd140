import type { ReactNode } from 'react'
import { HoverCard } from '../ui/hover-card.tsx'
import { PersonCard, type PersonCardProps } from './person-card.tsx'

/** A link that shows more about the user or team it leads to. */
export default function PersonHover({ children, ...person }: PersonCardProps & { children: ReactNode }) {
  return (
    <HoverCard label={person.name} opensOnTap={false} card={() => <PersonCard {...person} />}>
      {children}
    </HoverCard>
  )
}
