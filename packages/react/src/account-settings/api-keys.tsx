import type { ApiKey, ApiKeyCreateOptions } from '@latchkey/sdk'
import { useId, useState } from 'react'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import type { SourceText } from '../i18n/source-texts.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { CreateKeyDialog, RevokeKeyDialog } from './api-key-dialogs.tsx'
import { Badge, Fact, Item } from './row.tsx'

export interface ApiKeysProps {
  keys: readonly ApiKey[]
  create: (options: ApiKeyCreateOptions) => Promise<ApiKey<'user' | 'team', true>>
}

type Status = 'valid' | 'expired' | 'manually-revoked'

const statusNames: Record<Status, SourceText> = { valid: 'Active', expired: 'Expired', 'manually-revoked': 'Revoked' }

const statusOf = (key: ApiKey): Status => key.whyInvalid() ?? 'valid'

/** The keys of a user or a team: valid ones first, newest first. */
export function ApiKeys({ keys, create }: ApiKeysProps) {
  const t = useTranslate()
  const [isCreating, setIsCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey>()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<Status | 'all'>('all')
  const isWanted = (key: ApiKey) =>
    (status === 'all' || statusOf(key) === status) &&
    `${key.description} ${key.value.lastFour}`.toLowerCase().includes(search.trim().toLowerCase())
  const shown = keys
    .filter(isWanted)
    .sort(
      (one, other) =>
        Number(other.isValid()) - Number(one.isValid()) || other.createdAt.getTime() - one.createdAt.getTime(),
    )
  return (
    <>
      {keys.length > 2 && <KeyFilter search={search} onSearch={setSearch} status={status} onStatus={setStatus} />}
      {shown.length === 0 ? (
        <p className="lk-empty" role="status">
          {keys.length === 0 ? t('No API keys yet.') : t('No matching keys.')}
        </p>
      ) : (
        <ul className="lk-list">
          {shown.map((key) => (
            <KeyItem key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
          ))}
        </ul>
      )}
      <Button size="small" onClick={() => setIsCreating(true)}>
        {t('Create API key')}
      </Button>
      {isCreating && <CreateKeyDialog create={create} onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function KeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useTranslate()
  const lang = useLang()
  const { expiresAt, lastUsedAt } = apiKey
  const status = statusOf(apiKey)
  // A date in the far future also means "never".
  const isForever = !expiresAt || expiresAt.getTime() - Date.now() > 50 * 31_536_000_000
  const expiry = isForever ? t('Never expires') : t('Expires {date}', { date: formatDate(expiresAt, lang) })
  return (
    <Item
      name={apiKey.description}
      badges={<Badge kind={status === 'valid' ? 'good' : undefined}>{t(statusNames[status])}</Badge>}
      text={
        <>
          <Fact>
            <code className="lk-mono">•••• {apiKey.value.lastFour}</code>
          </Fact>
          {status === 'valid' && <Fact>{expiry}</Fact>}
          <Fact>{t('Created {date}', { date: formatDate(apiKey.createdAt, lang) })}</Fact>
          {lastUsedAt && <Fact>{t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}</Fact>}
        </>
      }
      action={
        status === 'valid' && (
          <Button size="small" label={`${t('Revoke')}: ${apiKey.description}`} onClick={onRevoke}>
            {t('Revoke')}
          </Button>
        )
      }
    />
  )
}

interface KeyFilterProps {
  search: string
  onSearch: (search: string) => void
  status: Status | 'all'
  onStatus: (status: Status | 'all') => void
}

function KeyFilter({ search, onSearch, status, onStatus }: KeyFilterProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <search className="lk-filter">
      <input
        className="lk-input"
        type="search"
        aria-label={t('Search keys')}
        placeholder={t('Search keys')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <label className="lk-hidden" htmlFor={id}>
        {t('Status')}
      </label>
      <select
        className="lk-input"
        id={id}
        value={status}
        onChange={(event) => onStatus(event.target.value as Status | 'all')}
      >
        <option value="all">{t('All')}</option>
        {Object.entries(statusNames).map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </select>
    </search>
  )
}
