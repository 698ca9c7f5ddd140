import type { CompanyConnection } from '@latchkey/sdk'
import { useEffect, useRef } from 'react'
import { Fact, Item, Row } from '../account-settings/row.tsx'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { ConnectionState, findExpiry, typeNames } from './connection-state.tsx'

interface ConnectionsRowProps {
  connections: readonly CompanyConnection[]
  /** Whether it replaces what had the focus. */
  isFocused: boolean
  onAdd: () => void
  onOpen: (id: string) => void
}

export function ConnectionsRow({ connections, isFocused, onAdd, onOpen }: ConnectionsRowProps) {
  const t = useConnectionTranslate()
  const title = useFocusAtFirst(isFocused)
  return (
    <Row title={t('Identity providers')} titleRef={title}>
      <p className="lk-section-text">
        {t('Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.')}
      </p>
      {connections.length > 0 && (
        <ul className="lk-list">
          {connections.map((connection) => (
            <ConnectionItem key={connection.id} connection={connection} onOpen={() => onOpen(connection.id)} />
          ))}
        </ul>
      )}
      <Button size="small" onClick={onAdd}>
        {t('Add identity provider')}
      </Button>
    </Row>
  )
}

/** For a heading whose content has replaced what was focused. */
export function useFocusAtFirst(isFocused: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const isWanted = useRef(isFocused)
  useEffect(() => {
    if (isWanted.current) title.current?.focus()
  }, [])
  return title
}

function ConnectionItem({ connection, onOpen }: { connection: CompanyConnection; onOpen: () => void }) {
  const t = useConnectionTranslate()
  const lang = useLang()
  const { displayName: name, type, lastSignInAt: used } = connection
  const expiry = findExpiry(connection)
  return (
    <Item
      name={<bdi>{name}</bdi>}
      badges={<ConnectionState connection={connection} />}
      text={
        <>
          <Fact>{typeNames[type]}</Fact>
          <Fact>
            {used ? t('Last sign-in {time}', { time: formatRelativeTime(used, lang) }) : t('No sign-ins yet')}
          </Fact>
          {expiry && <Fact>{t('Certificate expires {date}', { date: formatDate(expiry, lang) })}</Fact>}
        </>
      }
      action={
        <Button size="small" label={`${t('Manage')}: ${name}`} onClick={onOpen}>
          {t('Manage')}
        </Button>
      }
    />
  )
}
