import { Download } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Card } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Differences, listDifferences } from './differences.tsx'
import { History } from './history.tsx'
import { completeSettings, findProblems } from './schema.ts'
import { useConfiguration } from './use-configuration.ts'
import './configuration.css'

/** All project settings as JSON: for settings without a page, and for copying between projects. */
export default function ConfigurationPage() {
  useCrumb('Configuration')
  return (
    <LockedPage
      changes="settings"
      title="Configuration"
      description="All settings that differ from the defaults, as JSON. Most are easier to change on their own pages."
      actions={
        <Boundary skeleton={null}>
          <ExportButton />
        </Boundary>
      }
    >
      <Boundary skeleton={<CardSkeleton lines={8} />}>
        <Editor />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={4} />}>
        <History />
      </Boundary>
    </LockedPage>
  )
}

function Editor() {
  const saved = useConfiguration()
  // Saves against the revision that editing started from, so that it never overwrites another owner's change.
  const [draft, setDraft] = useState<{ text: string; base: typeof saved }>()
  const [isReviewing, setIsReviewing] = useState(false)
  const text = draft?.text ?? saved.text
  const isChanged = draft !== undefined && draft.text !== draft.base.text
  const isOutdated = isChanged && draft.base.revision !== saved.revision
  const problems = findProblems(text)
  const isJson = parse(text) !== undefined
  return (
    <Card>
      {isOutdated && (
        <p className="ui-error" role="alert">
          Another owner changed the configuration while you were editing. Your text is still here: discard it to see the
          new version, or copy your changes and apply them again.
        </p>
      )}
      <CodeEditor
        label="Configuration"
        language="json"
        rows={24}
        value={text}
        problems={problems}
        complete={completeSettings}
        hint="Secrets appear as “(secret)”. Leave that text in place to keep them. Press Ctrl-Space to autocomplete."
        error={problems[0] ? `Line ${problems[0].line}: ${problems[0].message}` : undefined}
        onChange={(next) => setDraft((current) => ({ text: next, base: current?.base ?? saved }))}
      />
      <SaveBar
        isChanged={isChanged}
        isBusy={false}
        onSave={() => isJson && problems.length === 0 && setIsReviewing(true)}
        onDiscard={() => setDraft(undefined)}
      />
      {isReviewing && draft && (
        <ReviewDialog
          before={draft.base}
          text={draft.text}
          onClose={() => setIsReviewing(false)}
          onSaved={() => {
            setIsReviewing(false)
            setDraft(undefined)
          }}
        />
      )}
    </Card>
  )
}

interface ReviewProps {
  before: { text: string; revision: number }
  text: string
  onClose: () => void
  onSaved: () => void
}

/** Shows the changes for review before saving. */
function ReviewDialog({ before, text, onClose, onSaved }: ReviewProps) {
  const { change, reload } = useApi()
  const { isBusy, run } = useAction()
  const differences = listDifferences(parse(before.text), parse(text))
  const save = async () => {
    const body = { config_override_string: text, revision: before.revision }
    const isDone = await run(() => change('PUT /internal/config/override', { body }), {
      done: 'The configuration was saved.',
    })
    if (isDone) onSaved()
    else {
      await reload()
      onClose()
    }
  }
  return (
    <Dialog
      title="Save these changes?"
      description={`${differences.length} ${differences.length === 1 ? 'setting changes' : 'settings change'}, in your app right away.`}
      size="large"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} disabled={differences.length === 0}>
            Save changes
          </Button>
        </>
      }
    >
      <Differences differences={differences} />
    </Dialog>
  )
}

function ExportButton() {
  const project = useProject()
  const { text } = useConfiguration()
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }))
    link.download = `latchkey-${project.id}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button icon={<Download />} onClick={download}>
      Export
    </Button>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
