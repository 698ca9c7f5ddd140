import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Badge, Card, Facts } from '../ui/page.tsx'
import type { Method } from './methods.ts'
import { SignInPreview } from './sign-in-preview.tsx'

/** The page of one sign-in method: switch, rules and preview. */
export function MethodPage({ method }: { method: Method }) {
  const { config, revision } = useProject()
  const { update } = useProjectChanges()
  const { run } = useAction()
  const { key, name, hint, rules } = method
  const isOn = config[key]
  useCrumb(name)
  const set = (next: boolean, at: number) => update({ config: { [key]: next } }, at)
  return (
    <LockedPage changes="settings" title={name} description={isOn ? <Badge tone="success">On</Badge> : hint}>
      <div className="ui-with-preview sign-in-methods">
        <div className="ui-stack" data-gap="large">
          <Card title="Setup">
            <SwitchField
              label={`Users can sign in with ${name === 'Passkey' ? 'a passkey' : name === 'Magic link' ? 'a magic link' : 'a password'}`}
              hint={hint}
              checked={isOn}
              onChange={(next) =>
                void run(() => set(next, revision), {
                  done: `${name} is ${next ? 'on' : 'off'}.`,
                  undo: (saved) => set(!next, saved.revision),
                })
              }
            />
            <Requirement method={method} />
          </Card>
          <Card title="Rules" description="These rules apply to every project and cannot be changed.">
            <Facts facts={rules} />
          </Card>
        </div>
        <SignInPreview />
      </div>
    </LockedPage>
  )
}

/** What the method still needs to work in production. */
function Requirement({ method }: { method: Method }) {
  const { config } = useProject()
  if (method.id === 'passkey') {
    const isReady = config.domains.some(({ domain }) => domain.startsWith('https://'))
    if (isReady) return null
    return (
      <p className="ui-hint">
        Works on localhost only, until you{' '}
        <ProjectLink to="/projects/$projectId/domains">add a domain with HTTPS</ProjectLink>.
      </p>
    )
  }
  if (config.email_config.type !== 'shared') return null
  return <p className="ui-hint">The shared email server sends its emails, in the name of this deployment.</p>
}
