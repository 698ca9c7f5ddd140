import { type ConnectionDomain, hasCode } from '@latchkey/sdk'
import { useState } from 'react'
import { Badge, Fact, Item, Row } from '../account-settings/row.tsx'
import type { Team } from '../hooks/team-hooks.ts'
import type { ConnectionText } from '../i18n/connections/source-texts.ts'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Question, useFold } from '../ui/confirm.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { CopyValues } from './copy-values.tsx'
import { FormActions } from './form-actions.tsx'
import { explainRefusal } from './refusals.ts'

export function DomainsRow({ team }: { team: Team }) {
  const t = useConnectionTranslate()
  return (
    <Row title={t('Email domains')}>
      <Domains team={team} />
    </Row>
  )
}

/** The email domains of the team. The record of a new one is shown at once. */
export function Domains({ team }: { team: Team }) {
  const t = useConnectionTranslate()
  const domains = team.useConnectionDomains()
  const [shown, setShown] = useState<string>()
  const adding = useFold()
  const added = (id: string) => {
    adding.close()
    setShown(id)
  }
  return (
    <>
      <p className="lk-section-text">
        {t('People who enter an address at a verified domain on the sign-in page are sent to the identity provider.')}
      </p>
      {domains.length > 0 && (
        <ul className="lk-list">
          {domains.map((domain) => (
            <DomainItem
              key={domain.id}
              domain={domain}
              isOpen={shown === domain.id}
              onToggle={() => setShown(shown === domain.id ? undefined : domain.id)}
            />
          ))}
        </ul>
      )}
      {adding.isOpen ? (
        <DomainForm team={team} onAdded={added} onClose={adding.close} />
      ) : (
        <div className="lk-row">
          <Button size="small" autoFocus={adding.wasOpen} onClick={adding.open}>
            {t('Add domain')}
          </Button>
        </div>
      )}
    </>
  )
}

function DomainForm(props: { team: Team; onAdded: (id: string) => void; onClose: () => void }) {
  const { team, onAdded, onClose } = props
  const t = useConnectionTranslate()
  const missing = t('Enter a domain, such as example.com.')
  const { form, errors, isBusy } = useForm({
    fields: ['domain'],
    check: ({ domain }) => ({ domain: domain.trim() ? undefined : missing }),
    async submit({ domain }) {
      try {
        onAdded((await team.addConnectionDomain(domain.trim().replace(/^.*@/, ''))).id)
        return undefined
      } catch (error) {
        if (!hasCode(error, 'CONNECTION_DOMAIN_REFUSED')) return { domain: explainRefusal(error, t) }
        const isInvalid = error.details.reason === 'invalid'
        return { domain: isInvalid ? missing : t("Anyone can get an address at this domain, so it can't be used.") }
      }
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <TextField
        name="domain"
        label={t('Domain')}
        autoComplete="off"
        error={errors.domain}
        formError={errors.form}
        autoFocus
      />
      <FormActions label={t('Add domain')} isBusy={isBusy} onCancel={onClose} />
    </form>
  )
}

function DomainItem(props: { domain: ConnectionDomain; isOpen: boolean; onToggle: () => void }) {
  const { domain, isOpen, onToggle } = props
  const t = useConnectionTranslate()
  const lang = useLang()
  const { domain: name, isProven, checkedAt, failingSince } = domain
  const state = isProven && failingSince ? 'Record missing' : isProven ? 'Verified' : 'Not verified'
  return (
    <>
      <Item
        name={<bdi>{name}</bdi>}
        badges={<Badge kind={badgeKinds[state]}>{t(state)}</Badge>}
        text={
          <Fact>
            {checkedAt
              ? t('Last checked {time}', { time: formatRelativeTime(checkedAt, lang) })
              : t('Added {date}', { date: formatDate(domain.createdAt, lang) })}
          </Fact>
        }
        action={
          <Button size="small" label={`${isOpen ? t('Close') : t('Show record')}: ${name}`} onClick={onToggle}>
            {isOpen ? t('Close') : t('Show record')}
          </Button>
        }
      />
      {isOpen && (
        <li>
          <RecordPanel domain={domain} />
        </li>
      )}
    </>
  )
}

const badgeKinds = { Verified: 'good', 'Record missing': 'warning', 'Not verified': undefined } as const

type Check = Awaited<ReturnType<ConnectionDomain['check']>>

const answers: Record<Check, ConnectionText> = {
  found: 'The record was found. The domain is verified.',
  missing: 'The record was not found. It can take an hour until a new record is visible.',
  unreachable: 'The name servers of the domain did not respond. Try again in a minute.',
  proven_elsewhere: 'The record was found, but another team has verified this domain.',
}

function RecordPanel({ domain }: { domain: ConnectionDomain }) {
  const t = useConnectionTranslate()
  const lang = useLang()
  const removal = useFold()
  const [result, setResult] = useState<Check>()
  const [refusal, setRefusal] = useState<string>()
  const { domain: name, isProven, record, failingSince } = domain
  const remove = async () => {
    try {
      await domain.delete()
    } catch (error) {
      setRefusal(explainRefusal(error, t))
      removal.close()
    }
  }
  return (
    <div className="lk-connection-part lk-record">
      <p className="lk-text">
        {isProven
          ? t('The record has to stay. We check it every week.')
          : t('Add this TXT record where the DNS of the domain is managed.')}
      </p>
      <CopyValues
        values={[
          { name: t('Name'), value: record.name },
          { name: t('Value'), value: record.value },
        ]}
      />
      {isProven && failingSince && (
        <p className="lk-status" data-kind="error">
          {t("The record has been missing since {date}. After a week, the domain won't be verified anymore.", {
            date: formatDate(failingSince, lang),
          })}
        </p>
      )}
      {removal.isOpen ? (
        <Question
          question={t(
            'Remove {domain}? People with an address there will no longer be sent to the identity provider.',
            {
              domain: name,
            },
          )}
          confirmLabel={t('Yes, remove it')}
          onConfirm={remove}
          onCancel={removal.close}
        />
      ) : (
        <div className="lk-actions">
          <Button kind="primary" size="small" onClick={async () => setResult(await domain.check())}>
            {t('Check now')}
          </Button>
          <Button size="small" autoFocus={removal.wasOpen} label={`${t('Remove')}: ${name}`} onClick={removal.open}>
            {t('Remove')}
          </Button>
        </div>
      )}
      <p className="lk-section-text" role="status">
        {refusal ?? (result && t(answers[result]))}
      </p>
    </div>
  )
}
