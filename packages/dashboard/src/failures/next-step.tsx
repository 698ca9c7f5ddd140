import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { newDomainKey } from '../domains/trusted-domains.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Allowed } from '../parts/role.tsx'
import { buttonLook } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import type { Trace } from './words.ts'

const quiet = buttonLook({})

/** What an owner can do about it, or where to look further. */
export function NextStep({ trace }: { trace: Trace }) {
  const steps = [...listSteps(trace)]
  return steps.length > 0 ? <div className="failures-next">{steps}</div> : null
}

function* listSteps({ steps, code, kind, email_id, endpoint_id, user_id }: Trace): Generator<ReactNode> {
  for (const step of steps) {
    if (step.step === 'untrusted-url') yield <TrustUrl key="trust" url={step.url} />
    if (step.step === 'provider-refused' && setupFailures.has(step.reason)) {
      yield (
        <Allowed key="provider" to="read-setup">
          <ProjectLink
            {...quiet}
            to="/projects/$projectId/sign-in-methods/$providerId"
            params={{ providerId: step.provider }}
          >
            Check the provider
          </ProjectLink>
        </Allowed>
      )
    }
  }
  if (switchedOff.has(code)) {
    yield (
      <Allowed key="methods" to="read-setup">
        <ProjectLink {...quiet} to="/projects/$projectId/sign-in-methods">
          Sign-in methods
        </ProjectLink>
      </Allowed>
    )
  }
  if (email_id) {
    yield (
      <ProjectLink key="email" {...quiet} to="/projects/$projectId/emails/sent/$emailId" params={{ emailId: email_id }}>
        Open the email
      </ProjectLink>
    )
  }
  if (endpoint_id) {
    yield (
      <Allowed key="endpoint" to="read-setup">
        <ProjectLink {...quiet} to="/projects/$projectId/webhooks/$endpointId" params={{ endpointId: endpoint_id }}>
          Open the endpoint
        </ProjectLink>
      </Allowed>
    )
  }
  if (user_id && kind === 'sign-in') {
    yield (
      <ProjectLink
        key="audit"
        {...quiet}
        to="/projects/$projectId/audit-log"
        search={{ target: user_id, action: 'user.sign_in_failed' }}
      >
        Failed sign-ins in the audit log
      </ProjectLink>
    )
  }
}

const setupFailures = new Set(['bad-client-credentials', 'scope-refused', 'email-permission-missing'])

const switchedOff = new Set([
  'ANONYMOUS_ACCOUNTS_NOT_ENABLED',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'PASSKEY_AUTHENTICATION_NOT_ENABLED',
  'PASSWORD_AUTHENTICATION_NOT_ENABLED',
  'SIGN_UP_NOT_ENABLED',
])

/** Adds the domain of a URL to the trusted ones. Anybody can ask for any URL, so it is asked first whose it is. */
function TrustUrl({ url }: { url: string }) {
  const project = useProject()
  if (!/^https?:\/\//.test(url)) return null
  const { origin } = new URL(url)
  if (project.config.domains.some(({ domain }) => domain === origin)) {
    return <span className="ui-muted">{origin} is trusted by now.</span>
  }
  return (
    <Allowed to="settings">
      <DialogButton
        variant="primary"
        icon={<ShieldCheck />}
        dialog={(close) => (
          <Boundary skeleton={null}>
            <TrustDialog origin={origin} onClose={close} />
          </Boundary>
        )}
      >
        Trust this URL
      </DialogButton>
    </Allowed>
  )
}

function TrustDialog({ origin, onClose }: { origin: string; onClose: () => void }) {
  const { updateConfig } = useProjectChanges()
  const revision = useConfigRevision()
  const key = newDomainKey()
  return (
    <ConfirmDialog
      title={`Trust ${origin}?`}
      description="Sign-ins and links in emails may then lead to this domain. Only trust it if it is yours: anybody can ask for a sign-in that leads to any domain."
      action="Trust it"
      run={() => updateConfig({ [key]: { baseUrl: origin, handlerPath: '/handler' } }, revision)}
      done={`${origin} is trusted.`}
      undo={(saved) => updateConfig({ [key]: null }, saved.revision)}
      onClose={onClose}
    />
  )
}
