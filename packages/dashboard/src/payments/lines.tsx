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
  /** The server's objection to it. */
  error?: string | undefined
}

/** The prices or items of an offer, each with an edit button. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="ui-list payments-lines">
      {lines.map(({ id, content, badge, label, onEdit, error }) => (
        <li key={id}>
          <span>
            {content}
            {error && (
              <p className="ui-error" role="alert">
                {error}
              </p>
            )}
          </span>
          {badge}
          <IconButton size="small" label={label} icon={<Pencil />} onClick={onEdit} />
        </li>
      ))}
    </ul>
  )
}
