import type { Capability } from '@latchkey/contract/owner-roles'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectPath } from '../shell/router.tsx'
import { buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { useCrumb, useItemCrumb } from './breadcrumbs.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ProjectLink, useProjectNavigate } from './links.tsx'
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
  picture: ReactNode
  /** Shown next to the ID. */
  facts?: ReactNode
  /** Exact dates, below the ID. */
  dates?: ReactNode
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
  const { noun, list, id, name, picture, facts, dates, changes, actions, deletion, children } = props
  const navigate = useProjectNavigate()
  useItemCrumb(name)
  return (
    <Page
      title={name}
      picture={picture}
      description={
        <>
          <span className="ui-row">
            <CopyableId id={id} name={`${noun} ID`} />
            {facts}
          </span>
          {dates && <span className="ui-caption">{dates}</span>}
        </>
      }
      actions={
        <Allowed to={changes}>
          {actions}
          <DialogButton
            variant="danger"
            icon={<Trash2 />}
            dialog={(close) => (
              <ConfirmDialog
                title={`Delete ${name}?`}
                description={deletion.description}
                action={`Delete ${noun}`}
                name={deletion.confirmation}
                run={deletion.run}
                done={`${name} was deleted.`}
                onClose={close}
                onDone={() => void navigate({ to: list })}
              />
            )}
          >
            Delete {noun}
          </DialogButton>
        </Allowed>
      }
    >
      {children}
    </Page>
  )
}

interface MissingPageProps extends Kind {
  icon: ReactNode
  /** The label of the link, if it is not the plural of the noun. */
  listName?: string | undefined
  /** Why it may be missing. */
  children?: ReactNode | undefined
}

/** Shown if the link leads to something that does not exist. */
export function MissingPage({ noun, list, icon, listName = `All ${noun}s`, children }: MissingPageProps) {
  useCrumb('Not found')
  return (
    <Page title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}>
      <Empty
        icon={icon}
        title={`There is no ${noun} with this ID`}
        action={
          <ProjectLink {...buttonLook()} to={list}>
            {listName}
          </ProjectLink>
        }
      >
        {children ?? 'It may have been deleted, or the link belongs to another project.'}
      </Empty>
    </Page>
  )
}
