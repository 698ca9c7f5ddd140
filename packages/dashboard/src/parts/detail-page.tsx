import type { Capability } from '@latchkey/contract/owner-roles'
import { Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import type { ProjectPath } from '../shell/router.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { useCrumb } from './breadcrumbs.tsx'
import { Allowed } from './role.tsx'

interface Kind {
  /** For example "user". */
  noun: string
  /** The link back to the list. */
  list: ProjectPath
}

interface DetailPageProps extends Kind {
  id: string
  name: string
  /** Shown next to the ID. */
  facts?: ReactNode
  /** The capability needed for the actions. */
  changes: Capability
  /** Shown before the delete button. */
  actions?: ReactNode
  deletion: {
    description: string
    /** The text to type as confirmation. */
    confirmation: string
    run: () => Promise<unknown>
  }
  children: ReactNode
}

/** The page of one user or team: name, ID, actions and content. */
export function DetailPage(props: DetailPageProps) {
  const { noun, list, id, name, facts, changes, actions, deletion, children } = props
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const { run } = useAction()
  useCrumb(name)
  return (
    <Page
      title={name}
      description={
        <span className="ui-row">
          <CopyableId id={id} name={`${noun} ID`} />
          {facts}
        </span>
      }
      actions={
        <Allowed to={changes}>
          {actions}
          <Button variant="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
            Delete {noun}
          </Button>
        </Allowed>
      }
    >
      {children}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          description={deletion.description}
          action={`Delete ${noun}`}
          name={deletion.confirmation}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            const isDone = await run(deletion.run, { done: `${name} was deleted.` })
            if (isDone) void navigate({ to: list, params: { projectId } })
            else setIsDeleting(false)
          }}
        />
      )}
    </Page>
  )
}

/** Shown if the user or team does not exist. */
export function MissingPage({ noun, list, icon }: Kind & { icon: ReactNode }) {
  const { id: projectId } = useProject()
  useCrumb('Not found')
  return (
    <Page title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}>
      <Empty
        icon={icon}
        title={`There is no ${noun} with this ID`}
        action={
          <Link {...buttonLook()} to={list} params={{ projectId }}>
            All {noun}s
          </Link>
        }
      >
        It may have been deleted, or the link belongs to another project.
      </Empty>
    </Page>
  )
}
