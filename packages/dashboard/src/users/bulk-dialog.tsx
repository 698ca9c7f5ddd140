import { type ReactNode, useRef, useState } from 'react'
import { useApi } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import type { Problems } from '../data/fields.ts'
import type { Person } from '../data/rows.ts'
import { type Failure, runEach } from '../data/run-each.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, FormDialog, useConfirmation } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'

export interface BulkDialogProps<Values extends object = object> {
  users: readonly Person[]
  title: string
  description: string
  /** The label of the button, such as "Delete 3 users". */
  action: string
  isDanger?: boolean | undefined
  /** The text to type before an irreversible action. */
  confirmation?: string | undefined
  initial: Values
  check?: ((values: Values) => Problems<Values>) | undefined
  fields?: ((form: ReturnType<typeof useForm<Values>>) => ReactNode) | undefined
  work: (user: Person, values: Values) => Promise<unknown>
  /** Shown as a toast when all users are done. */
  done: string
  onClose: () => void
  /** Called with the failed users, who stay selected. */
  onFinish?: ((failed: readonly Person[]) => void) | undefined
}

/** Applies one action to one or many users, with a request for each. */
export function BulkDialog<Values extends object>(props: BulkDialogProps<Values>) {
  const { users, title, description, action, isDanger, initial, check, fields, work, done, onClose, onFinish } = props
  const { reload } = useApi()
  const [finished, setFinished] = useState(0)
  const [report, setReport] = useState<{ doneCount: number; failures: Failure<Person>[] }>()
  const stop = useRef(new AbortController())
  const confirmation = useConfirmation(props.confirmation)

  const submit = async (values: Values) => {
    const options = { onProgress: setFinished, signal: stop.current.signal }
    const result = await runEach(users, (user) => work(user, values), options)
    await reload()
    onFinish?.(result.failures.map(({ item }) => item))
    if (users.length === 1 && result.failures[0]) throw result.failures[0].error
    if (result.doneCount < users.length) return setReport(result)
    toast(done)
    onClose()
  }
  const form = useForm({ initial, check, submit })
  if (report) return <Report {...report} total={users.length} title={title} onClose={onClose} />
  if (form.dialog.isBusy && users.length > 1) {
    const cancel = () => stop.current.abort()
    return (
      <Dialog title={title} onClose={cancel} actions={<Button onClick={cancel}>Stop</Button>}>
        <Progress done={finished} total={users.length} noun="users" />
      </Dialog>
    )
  }
  return (
    <FormDialog
      {...form.dialog}
      title={title}
      description={description}
      onClose={onClose}
      action={action}
      isDanger={isDanger}
      isDisabled={!confirmation.isGiven}
    >
      {users.length > 1 && <p className="ui-muted users-named">{listNames(users)}</p>}
      {fields?.(form)}
      {confirmation.field}
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
  failures: readonly Failure<Person>[]
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
              <bdi>{nameOf(item)}</bdi>: {describeError(error)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function listNames(users: readonly Person[]): string {
  const names = users.slice(0, 3).map(nameOf).join(', ')
  return users.length > 3 ? `${names} and ${(users.length - 3).toLocaleString('en')} more` : names
}
