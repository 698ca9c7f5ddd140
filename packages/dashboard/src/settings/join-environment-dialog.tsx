import { useApi, useOwnedProjects } from '../data/data.ts'
import { type Environment, environmentNames, environmentsOf } from '../data/environments.ts'
import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { useJoinable } from './use-joinable.ts'

interface Values {
  own: Environment
  projectId: string
  joined: Environment
}

/** Makes an existing project another environment of this one. */
export function JoinEnvironmentDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const { change } = useApi()
  const joinable = useJoinable()
  const taken = environmentsOf(useOwnedProjects(), project).map((each) => each.environment)
  const free = Object.entries(environmentNames).filter(([name]) => !taken.includes(name as Environment))
  const own = project.environment ?? 'production'
  const [first] = free.filter(([name]) => name !== own)
  const form = useForm({
    initial: { own, projectId: joinable[0]?.id ?? '', joined: (first?.[0] ?? 'staging') as Environment } as Values,
    check: (values) => ({ joined: values.own === values.joined ? 'Choose another environment.' : undefined }),
    submit: ({ projectId, joined, own }) =>
      change('POST /internal/environments/join', {
        body: { project_id: projectId, environment: joined, current_environment: own },
      }),
    done: ({ projectId, joined }) =>
      `${nameOf(joinable, projectId)} is now ${environmentNames[joined].toLowerCase()} of ${project.display_name}.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Add an existing project"
      description={`It becomes another environment of ${project.display_name}. Both keep their users, keys, domains and settings, and settings can be copied between them. In development and staging, purchases are test purchases and production mode is off.`}
      action="Add project"
      onClose={onClose}
    >
      <SelectField
        label="Project"
        options={joinable.map(({ id, display_name }) => [id, display_name] as const)}
        {...form.text('projectId')}
      />
      <SelectField label="It becomes" options={free} {...form.text('joined')} />
      {!project.environment && (
        <SelectField
          label="This project is"
          options={environmentNames}
          hint="In production mode, or with card payments, it can only be production."
          {...form.text('own')}
        />
      )}
    </FormDialog>
  )
}

const nameOf = (projects: readonly Project[], wanted: string) =>
  projects.find(({ id }) => id === wanted)?.display_name ?? wanted
