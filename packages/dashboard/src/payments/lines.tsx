import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'

interface Line {
  id: string
  content: ReactNode
  badge?: ReactNode | undefined
  /** The label of the edit button. */
  label: string
  onEdit: () => void
}

/** The prices or items of an offer, each with an edit button. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="ui-list payments-lines">
      {lines.map(({ id, content, badge, label, onEdit }) => (
        <li key={id}>
          <span>{content}</span>
          {badge}
          <IconButton size="small" label={label} icon={<Pencil />} onClick={onEdit} />
        </li>
      ))}
    </ul>
  )
}
