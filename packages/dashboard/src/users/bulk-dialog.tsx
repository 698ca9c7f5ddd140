import { type ReactNode, useRef, useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { useStores } from '../data/owner.ts'
import { type Failure, runEach } from '../data/run-each.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type ListedUser, nameOfListed } from './user-list.ts'

interface BulkDialogProps {
  users: readonly ListedUser[]
  title: string
  description: string
  /** The label of the button, such as "Delete 3 users". */
  action: string
  isDanger?: boolean | undefined
  /** The text to type before an irreversible action. */
  confirmation?: string | undefined
  /** Form fields. */
  children?: ReactNode | undefined
  /** Validates the fields, which show their own errors. */
  check?: (() => boolean) | undefined
  work: (user: ListedUser) => Promise<unknown>
  /** Shown as a toast when all users are done. */
  done: string
  onClose: () => void
  /** Called with the failed users, who stay selected. */
  onFinish: (failed: readonly ListedUser[]) => void
}

/** Applies one action to many users, with a request for each. */
export function BulkDialog(props: BulkDialogProps) {
  const { users, title, description, action, isDanger, confirmation, children, check, work, done } = props
  const stores = useStores()
  const [typed, setTyped] = useState('')
  const [finished, setFinished] = useState<number>()
  const [report, setReport] = useState<{ doneCount: number; failures: Failure<ListedUser>[] }>()
  const stop = useRef(new AbortController())
  const isReady = confirmation === undefined || typed.trim() === confirmation

  const run = async () => {
    if (!isReady || finished !== undefined || check?.() === false) return
    setFinished(0)
    const result = await runEach(users, work, { onProgress: setFinished, signal: stop.current.signal })
    await stores.refresh('users/', 'teams/', 'metrics/').catch(() => {})
    props.onFinish(result.failures.map(({ item }) => item))
    if (result.doneCount === users.length) {
      toast(done)
      props.onClose()
    } else setReport(result)
  }
  if (report) return <Report {...report} total={users.length} title={title} onClose={props.onClose} />
  if (finished !== undefined) {
    const cancel = () => stop.current.abort()
    return (
      <Dialog title={title} onClose={cancel} actions={<Button onClick={cancel}>Stop</Button>}>
        <Progress done={finished} total={users.length} noun="users" />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      description={description}
      onClose={props.onClose}
      onSubmit={() => void run()}
      action={action}
      isDanger={isDanger}
      isDisabled={!isReady}
    >
      {users.length > 1 && <p className="ui-muted users-named">{listNames(users)}</p>}
      {children}
      {confirmation !== undefined && (
        <TextField
          label={`Type “${confirmation}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          spellCheck={false}
        />
      )}
    </FormDialog>
  )
}

export function Progress({ done, total, noun }: { done: number; total: number; noun: string }) {
  const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${noun}`
  return (
    <div className="ui-stack" data-gap="small">
      <progress className="users-progress" aria-label={noun} max={total} value={done} />
      <span className="ui-muted">{text}</span>
    </div>
  )
}

interface ReportProps {
  title: string
  total: number
  doneCount: number
  failures: readonly Failure<ListedUser>[]
  onClose: () => void
}

function Report({ title, total, doneCount, failures, onClose }: ReportProps) {
  const left = total - doneCount - failures.length
  const counts = [`${doneCount} done`, `${failures.length} failed`, ...(left ? [`${left} not started`] : [])]
  return (
    <Dialog
      title={title}
      description={`${counts.join(', ')}.`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {failures.length > 0 && (
        <ul className="users-failures" aria-label="Failures">
          {failures.slice(0, 100).map(({ item, error }) => (
            <li key={item.id}>
              <bdi>{nameOfListed(item)}</bdi>: {describeError(error)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function listNames(users: readonly ListedUser[]): string {
  const names = users.slice(0, 3).map(nameOfListed).join(', ')
  return users.length > 3 ? `${names} and ${(users.length - 3).toLocaleString('en')} more` : names
}
