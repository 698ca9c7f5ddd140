import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import {
  type DomainCheck,
  DomainRecord,
  domainAnswers,
  findDomainProblem,
  readTypedDomain,
} from '../connections/domain-record.tsx'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { findDone, isOpen, type Setup } from './setup.ts'
import type { StepProps } from './wizard.tsx'

export function DomainStep(props: StepProps) {
  const { setup, go } = props
  const isProven = findDone(setup).domain
  return (
    <>
      {setup.domains.map((domain) => (
        <DomainCard key={domain.id} domain={domain} {...props} />
      ))}
      <AddDomain {...props} />
      <div className="set-up-next">
        <Button
          variant={isProven ? 'primary' : undefined}
          disabled={!isOpen('finish', setup)}
          onClick={() => go('finish')}
        >
          {isProven ? 'Continue' : 'Continue without a domain'}
        </Button>
        {!isOpen('finish', setup) && <p className="set-up-note">Test the sign-in first.</p>}
      </div>
    </>
  )
}

function DomainCard({ domain, call, onChange }: StepProps & { domain: Setup['domains'][number] }) {
  const { isBusy, run } = useAction()
  const [result, setResult] = useState<DomainCheck>()
  const body = { domain_id: domain.id }
  const check = async () => {
    const { result: found, ...setup } = await call('check-domain', body)
    setResult(found)
    onChange(setup)
  }
  const remove = async () => onChange(await call('remove-domain', body))
  return (
    <Card
      title={domain.domain}
      description={
        domain.is_proven
          ? 'The record has to stay: it is checked again every week.'
          : 'Add this record at the company that manages the DNS of the domain.'
      }
      footer={
        !domain.is_proven && (
          <>
            <Button variant="quiet" aria-label={`Remove ${domain.domain}`} onClick={() => void run(remove)}>
              Remove
            </Button>
            <Button variant="primary" icon={<RefreshCw />} isBusy={isBusy} onClick={() => void run(check)}>
              Check now
            </Button>
          </>
        )
      }
    >
      <DomainRecord domain={domain} />
      <p role="status">{result && domainAnswers[result]}</p>
    </Card>
  )
}

function AddDomain({ setup, call, onChange }: StepProps) {
  const [added, setAdded] = useState(0)
  const isFirst = setup.domains.length === 0
  return (
    <AddDomainForm
      key={added}
      isFirst={isFirst}
      add={async (domain) => {
        onChange(await call('add-domain', { domain }))
        setAdded((count) => count + 1)
      }}
    />
  )
}

function AddDomainForm({ isFirst, add }: { isFirst: boolean; add: (domain: string) => Promise<void> }) {
  const form = useForm({
    initial: { domain: '' },
    check: ({ domain }) => ({ domain: findDomainProblem(domain) }),
    submit: ({ domain }) => add(readTypedDomain(domain)),
    refusal: 'domain',
  })
  return (
    <Form onSubmit={form.dialog.onSubmit}>
      <Card
        title={isFirst ? undefined : 'Another domain'}
        footer={
          <Button variant={isFirst ? 'primary' : undefined} type="submit" isBusy={form.dialog.isBusy}>
            Add domain
          </Button>
        }
      >
        <TextField
          label="Domain of your email addresses"
          isMono
          placeholder="example.com"
          spellCheck={false}
          {...form.text('domain')}
        />
      </Card>
    </Form>
  )
}
