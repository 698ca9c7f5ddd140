import { CircleAlert, CircleCheck } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import { useAllowsOwnText } from '../emails/sources.ts'
import { ProjectLink } from '../parts/links.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { listProductionChecks, type ProductionCheck } from './production-problems.ts'
import './domains.css'

/** Fixes that the page around it can make itself. The others are links. */
type Fixes = Partial<Record<ProductionCheck['kind'], (check: ProductionCheck) => void>>

/** Every check with its result and, if it failed, the reason and a fix. */
export function ProductionChecks({ fixes = {} }: { fixes?: Fixes }) {
  const project = useProject()
  const checks = listProductionChecks(project, useAllowsOwnText())
  const failed = checks.filter(({ reason }) => reason).length
  return (
    <Card title="Ready for production" id="production" description={describe(failed, project.is_production_mode)}>
      <ul className="ui-list domains-checks">
        {checks.map((check) => (
          <li key={check.name}>
            {check.reason ? <CircleAlert /> : <CircleCheck data-done />}
            <div>
              <p>
                <span className="ui-hidden">{check.reason ? 'Failed: ' : 'Passed: '}</span>
                {check.name}
              </p>
              {check.reason && <p className="ui-hint">{check.reason}</p>}
            </div>
            {check.reason && <Fix check={check} onFix={fixes[check.kind]} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Fix({ check, onFix }: { check: ProductionCheck; onFix: Fixes[ProductionCheck['kind']] }) {
  const { kind, name, fix, subject = '' } = check
  const label = `${fix}: ${name}`
  if (onFix)
    return (
      <Button size="small" aria-label={label} onClick={() => onFix(check)}>
        {fix}
      </Button>
    )
  const look = { ...buttonLook({ size: 'small' }), 'aria-label': label }
  if (kind === 'provider')
    return (
      <ProjectLink {...look} to="/projects/$projectId/sign-in-methods/$providerId" params={{ providerId: subject }}>
        {fix}
      </ProjectLink>
    )
  return (
    <ProjectLink
      {...look}
      to={kind === 'email' ? '/projects/$projectId/emails/server' : '/projects/$projectId/domains'}
    >
      {fix}
    </ProjectLink>
  )
}

function describe(failed: number, isProductionMode: boolean): string {
  if (failed === 0) return 'All checks passed.'
  if (isProductionMode)
    return `Production mode is on, but ${failed} ${failed === 1 ? 'check failed' : 'checks failed'}.`
  return `${failed} ${failed === 1 ? 'thing' : 'things'} to change before real users sign in.`
}
