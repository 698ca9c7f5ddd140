import { Download } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Differences, listDifferences } from '../parts/differences.tsx'
import { Locked } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Button } from '../ui/button.tsx'
import { CodeEditor, type CodeProblem } from '../ui/code-editor.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Card } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { History } from './history.tsx'
import { completeSettings, findProblems } from './schema.ts'
import { useConfiguration } from './use-configuration.ts'
import './configuration.css'

/** All project settings as JSON: for settings without a page, and for copying between projects. */
export default function ConfigurationPage() {
  return (
    <SettingsFrame
      tab="Configuration"
      description="All settings that differ from the defaults, as JSON. Most are easier to change on their own pages."
      actions={
        <Boundary skeleton={null}>
          <ExportButton />
        </Boundary>
      }
    >
      <Locked to="settings">
        <Boundary skeleton={<CardSkeleton lines={8} />}>
          <Editor />
        </Boundary>
        <Boundary skeleton={<CardSkeleton lines={4} />}>
          <History />
        </Boundary>
      </Locked>
    </SettingsFrame>
  )
}

function Editor() {
  const saved = useConfiguration()
  // Saves against the revision that editing started from, so that it never overwrites another owner's change.
  const [draft, setDraft] = useState<{ text: string; base: typeof saved }>()
  const [isReviewing, setIsReviewing] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const text = draft?.text ?? saved.text
  const isChanged = draft !== undefined && draft.text !== draft.base.text
  const problems = findProblems(text)
  const reason = findReason(draft, problems)
  return (
    <Card>
      <CodeEditor
        label="Configuration"
        language="json"
        rows={24}
        value={text}
        problems={problems}
        complete={completeSettings}
        hint="Secrets appear as “(secret)”. Leave that text in place to keep them. Press Ctrl-Space to autocomplete."
        error={hasTried || problems[0] ? reason : undefined}
        onChange={(next) => setDraft((current) => ({ text: next, base: current?.base ?? saved }))}
      />
      <SaveBar
        isChanged={isChanged}
        isBusy={false}
        onSave={() => {
          setHasTried(true)
          if (!reason) setIsReviewing(true)
        }}
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

/** Why a save would do nothing. */
function findReason(draft: { text: string; base: { text: string } } | undefined, problems: readonly CodeProblem[]) {
  const [problem] = problems
  if (problem) return `Line ${problem.line}: ${problem.message}`
  if (!draft) return undefined
  const next = parse(draft.text)
  if (next === undefined) return 'This is not valid JSON. Correct the marked line first.'
  const isSame = listDifferences(parse(draft.base.text), next).length === 0
  return isSame ? 'No setting changes, only the formatting. There is nothing to save.' : undefined
}

interface ReviewProps {
  before: { text: string; revision: number }
  text: string
  onClose: () => void
  onSaved: () => void
}

/** Shows the changes for review before saving. */
function ReviewDialog({ before, text, onClose, onSaved }: ReviewProps) {
  const { saveAt } = useApi()
  const { isBusy, run } = useAction()
  const differences = listDifferences(parse(before.text), parse(text))
  const save = async () => {
    const body = { config_override_string: text, revision: before.revision }
    const isDone = await run(() => saveAt(before.revision)('PUT /internal/config/override', { body }), {
      done: 'The configuration was saved.',
    })
    if (isDone) onSaved()
    else onClose()
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
