import { useApi, useOwnedProjects } from '../data/data.ts'
import { type Environment, environmentNames, environmentsOf } from '../data/environments.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { useSamePage } from '../parts/use-same-page.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'

interface CreateEnvironmentProps {
  /** Chosen already. */
  environment?: Environment
  onClose: () => void
}

/** Creates another environment of the project and opens it. Its page lists the settings that were not copied. */
export function CreateEnvironmentDialog({ environment, onClose }: CreateEnvironmentProps) {
  const project = useProject()
  const { change } = useApi()
  const openSamePage = useSamePage()
  const taken = environmentsOf(useOwnedProjects(), project).map((each) => each.environment)
  const free = Object.entries(environmentNames).filter(([name]) => !taken.includes(name as Environment))
  const own = project.environment ?? 'production'
  const form = useForm({
    initial: { own, added: environment ?? (own === 'production' ? 'staging' : 'production') } as Values,
    check: (values) => ({ added: values.own === values.added ? 'Choose another environment.' : undefined }),
    submit: async (values) => {
      const body = { environment: values.added, current_environment: values.own }
      openSamePage((await change('POST /internal/environments', { body })).id)
    },
    done: ({ added }) => `${environmentNames[added]} was created.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={environment ? `Create ${environmentNames[environment].toLowerCase()}?` : 'Add environment'}
      description={`A new project with the settings of ${project.display_name}. It has no users, keys, domains, webhook endpoints and secrets, sends no emails through your email server and charges no cards.`}
      action="Create"
      onClose={onClose}
    >
      {!project.environment && (
        <SelectField
          label="This project is"
          options={environmentNames}
          hint="In production mode, or with card payments, it can only be production."
          {...form.text('own')}
        />
      )}
      {!environment && <SelectField label="The new project is" options={free} {...form.text('added')} />}
    </FormDialog>
  )
}

interface Values {
  own: Environment
  added: Environment
}
