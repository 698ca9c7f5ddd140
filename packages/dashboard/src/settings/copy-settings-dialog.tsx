import { useState } from 'react'
import { useApi, useData } from '../data/data.ts'
import { environmentNames } from '../data/environments.ts'
import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { labelOf } from '../data/setting-labels.ts'
import { useAction } from '../data/use-action.ts'
import { show } from '../parts/conflict-dialog.tsx'
import { type Difference, Differences } from '../parts/differences.tsx'
import { useMay } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'

interface CopySettingsProps {
  other: Project
  onClose: () => void
}

interface Named extends Omit<Difference, 'from' | 'to'> {
  name: string | null
  from?: unknown
  to?: unknown
}

/** Shows what is different in another environment. What is chosen is copied into this one. */
export default function CopySettingsDialog({ other, onClose }: CopySettingsProps) {
  const project = useProject()
  const { saveAt, reload } = useApi()
  const { isBusy, run } = useAction()
  const mayCopy = useMay()('settings')
  const request = { params: { project_id: other.id } }
  const found = useData('GET /internal/environments/{project_id}/differences', request)
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map())
  // What only this environment has would be removed, so it has to be chosen.
  const isChosen = ({ path, to }: Named) => decided.get(path) ?? to !== undefined
  const chosen = found.copyable.filter(isChosen).map(({ path }) => path)
  const choose = (paths: readonly string[], isOn: boolean) =>
    setDecided((before) => new Map([...before, ...paths.map((path) => [path, isOn] as const)]))
  const [here, there] = [nameOf(project), nameOf(other)]
  const copy = async () => {
    const body = { source_revision: found.source_revision, paths: chosen }
    const save = () => saveAt(found.revision)('POST /internal/environments/{project_id}/copy', { ...request, body })
    const done = `${countOf(chosen.length)} copied from ${there}. You can undo this in the history.`
    if (await run(save, { done })) onClose()
    // The other environment may have been changed.
    else await reload()
  }
  return (
    <Dialog
      title={mayCopy ? `Copy settings from ${there} to ${here}` : `Compare ${here} with ${there}`}
      description={
        found.copyable.length === 0
          ? `${capital(there)} and ${here} have the same settings, apart from what belongs to each environment.`
          : !mayCopy
            ? `Red is what ${here} has, green is what ${there} has.`
            : `Selected settings are copied from ${there} to ${here} right away. Red is what ${here} has now, green is what it gets. Selecting a setting that only ${here} has removes it.`
      }
      size="large"
      onClose={onClose}
      onSubmit={mayCopy && chosen.length > 0 ? () => void copy() : undefined}
      actions={
        <>
          <Button onClick={onClose}>{mayCopy ? 'Cancel' : 'Close'}</Button>
          {mayCopy && (
            <Button variant="primary" type="submit" isBusy={isBusy} disabled={chosen.length === 0}>
              {chosen.length === 0 ? 'Copy' : `Copy ${countOf(chosen.length)} to ${here}`}
            </Button>
          )}
        </>
      }
    >
      {groupBySection(found.copyable).map(([title, differences]) => (
        <ChosenSection key={title} {...{ title, differences, isChosen }} onChoose={mayCopy ? choose : undefined} />
      ))}
      {found.kept_apart.length > 0 && (
        <details className="environments-apart">
          <summary>Never copied, because it belongs to each environment ({found.kept_apart.length})</summary>
          <Differences differences={toShown(found.kept_apart)} labelOf={labelOf} format={show} />
        </details>
      )}
    </Dialog>
  )
}

interface ChosenSectionProps {
  title: string
  differences: readonly Named[]
  isChosen: (difference: Named) => boolean
  /** Undefined for those who may only look. */
  onChoose: ((paths: readonly string[], isOn: boolean) => void) | undefined
}

function ChosenSection({ title, differences, isChosen, onChoose }: ChosenSectionProps) {
  const paths = differences.map(({ path }) => path)
  const chosen = differences.filter(isChosen).map(({ path }) => path)
  return (
    <section className="environments-section">
      <h3>
        {onChoose && (
          <Checkbox
            label={`All of ${title}`}
            checked={chosen.length === paths.length}
            isIndeterminate={chosen.length > 0 && chosen.length < paths.length}
            onChange={(isOn) => onChoose(paths, isOn)}
          />
        )}
        {title}
      </h3>
      <Differences
        differences={toShown(differences)}
        format={show}
        labelOf={(path, name) => (
          <span className="environments-choice">
            {onChoose && (
              <Checkbox
                label={labelOf(path, name)}
                checked={chosen.includes(path)}
                onChange={(isOn) => onChoose([path], isOn)}
              />
            )}
            <span aria-hidden={onChoose !== undefined}>{labelOf(path, name)}</span>
          </span>
        )}
      />
    </section>
  )
}

/** The server leaves out values that do not exist. */
const toShown = (differences: readonly Named[]) => differences.map(({ from, to, ...rest }) => ({ ...rest, from, to }))

/** By what settings are called in the sidebar. */
const sections: Readonly<Record<string, string>> = {
  auth: 'Sign-in methods',
  branding: 'Branding',
  rbac: 'Permissions',
  oauthProvider: 'OAuth provider',
  emails: 'Emails',
  payments: 'Payments',
  dataVault: 'Data vault',
  workflows: 'Workflows',
}

function groupBySection(differences: readonly Named[]): [title: string, differences: Named[]][] {
  const groups = new Map<string, Named[]>()
  for (const difference of differences) {
    const title = sections[difference.path.split('.', 1)[0]!] ?? 'Users and teams'
    groups.set(title, [...(groups.get(title) ?? []), difference])
  }
  return [...groups]
}

const nameOf = ({ environment }: Project) => environmentNames[environment ?? 'production'].toLowerCase()
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const countOf = (count: number) => `${count} ${count === 1 ? 'setting' : 'settings'}`
