import { CircleAlert, CircleCheck } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { findDomainProblem } from './production-problems.ts'
import type { TrustedDomain } from './trusted-domains.ts'

interface Check {
  name: string
  /** The reason for a failure. */
  reason?: string | undefined
  fix?: { label: string; onFix: () => void } | undefined
}

interface ChecksProps {
  domains: readonly TrustedDomain[]
  /** Adds a new domain if undefined. */
  onEdit: (domain?: TrustedDomain) => void
  onCloseLocalhost: () => void
}

/** Every check with its result and, if it failed, the reason and a fix. */
export function ProductionChecks({ domains, onEdit, onCloseLocalhost }: ChecksProps) {
  const project = useProject()
  const checks: Check[] = [
    {
      name: 'Localhost is not trusted',
      ...(project.config.allow_localhost && {
        name: 'Localhost is trusted',
        reason: 'Any program on a user’s computer could intercept a sign-in.',
        fix: { label: 'Turn off', onFix: onCloseLocalhost },
      }),
    },
    {
      name: 'The app has a domain',
      ...(domains.length === 0 && {
        name: 'The app has no domain',
        reason: 'No domain is trusted, so no one could sign in to your app in production.',
        fix: { label: 'Add domain', onFix: () => onEdit() },
      }),
    },
    ...domains.map((domain): Check => {
      const reason = findDomainProblem(domain.domain)
      return {
        name: `${domain.domain} is safe`,
        ...(reason && {
          name: `${domain.domain} is not safe`,
          reason,
          fix: { label: 'Edit', onFix: () => onEdit(domain) },
        }),
      }
    }),
  ]
  const failed = checks.filter(({ reason }) => reason).length
  return (
    <Card title="Ready for production" id="production" description={describe(failed, project.is_production_mode)}>
      <ul className="ui-list domains-checks">
        {checks.map(({ name, reason, fix }) => (
          <li key={name}>
            {reason ? <CircleAlert /> : <CircleCheck data-done />}
            <div>
              <p>
                <span className="ui-hidden">{reason ? 'Failed: ' : 'Passed: '}</span>
                {name}
              </p>
              {reason && <p className="ui-hint">{reason}</p>}
            </div>
            {fix && (
              <Button size="small" aria-label={`${fix.label}: ${name}`} onClick={fix.onFix}>
                {fix.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function describe(failed: number, isProductionMode: boolean): string {
  if (failed === 0) return 'All checks passed.'
  if (isProductionMode)
    return `Production mode is on, but ${failed} ${failed === 1 ? 'check failed' : 'checks failed'}.`
  return `${failed} ${failed === 1 ? 'thing' : 'things'} to change before real users sign in.`
}
