import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { CopyableId } from '../ui/copy.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { DangerZone } from './danger-zone.tsx'
import { GeneralSettings, SettingsFrame } from './settings-frame.tsx'

export default function GeneralPage() {
  const project = useProject()
  useScrollToPart()
  const { update } = useProjectChanges()
  const draft = useDraft(
    { display_name: project.display_name, description: project.description },
    {
      revision: project.revision,
      save: ({ display_name, ...changes }, _, revision) =>
        update({ ...(display_name !== undefined && { display_name: display_name.trim() }), ...changes }, revision),
      done: 'The settings were saved.',
      check: ({ display_name }) => ({ display_name: display_name.trim() ? undefined : 'Enter a name.' }),
    },
  )
  return (
    <SettingsFrame tab="General" description="The name of the project, its ID, transfer and deletion.">
      <GeneralSettings>
        <Card title="General">
          <div className="ui-form">
            <TextField label="Name" hint="Shown on sign-in pages and in emails." {...draft.text('display_name')} />
            <TextArea label="Description" hint="Only owners see it." rows={2} {...draft.text('description')} />
            <div className="ui-field">
              <span className="ui-label">Project ID</span>
              <CopyableId id={project.id} name="project ID" />
            </div>
          </div>
        </Card>
        <SaveBar {...draft.bar} />
      </GeneralSettings>
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <DangerZone />
      </Boundary>
    </SettingsFrame>
  )
}
