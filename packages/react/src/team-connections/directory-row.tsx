import type { Directory, NewDirectory } from '@latchkey/sdk'
import { useState } from 'react'
import { Fact, Placeholder, Row } from '../account-settings/row.tsx'
import type { Team } from '../hooks/team-hooks.ts'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CopyValues } from './copy-values.tsx'

const overlapMillis = 86_400_000

/** How the identity provider adds and removes the members of the team, by SCIM. */
export function DirectoryRow({ team }: { team: Team }) {
  const t = useConnectionTranslate()
  const directory = team.useDirectory()
  const [created, setCreated] = useState<NewDirectory>()
  const create = async () => setCreated(await team.createDirectory())
  return (
    <>
      {directory ? (
        <FoundDirectory directory={directory} onToken={setCreated} />
      ) : (
        <Row
          title={t('Directory')}
          value={
            <Placeholder>
              {t('The identity provider adds people to the team and removes them when they leave (SCIM).')}
            </Placeholder>
          }
          action={
            <Button size="small" onClick={create}>
              {t('Create token')}
            </Button>
          }
        />
      )}
      {created && <TokenDialog token={created.token} onClose={() => setCreated(undefined)} />}
    </>
  )
}

function FoundDirectory(props: { directory: Directory; onToken: (created: NewDirectory) => void }) {
  const { directory, onToken } = props
  const t = useConnectionTranslate()
  const lang = useLang()
  const rotation = useConfirm({
    label: t('New token'),
    question: t('Create a new token? The one you have now works for another day.'),
    confirmLabel: t('Yes, create it'),
    onConfirm: async () =>
      onToken(await directory.rotateToken({ oldTokenExpiresAt: new Date(Date.now() + overlapMillis) })),
  })
  const deletion = useConfirm({
    kind: 'danger',
    label: t('Delete'),
    name: `${t('Delete')}: ${t('Directory')}`,
    question: t('Delete the directory? Its token stops working. Members stay in the team.'),
    confirmLabel: t('Yes, delete it'),
    onConfirm: () => directory.delete(),
  })
  const { lastUsedAt: used, userCount } = directory
  const ending = directory.tokens.find(({ expiresAt }) => expiresAt)
  return (
    <Row title={t('Directory')}>
      <CopyValues values={[{ name: t('SCIM address'), value: directory.url }]} />
      <p className="lk-section-text">
        <Fact>{used ? t('Last used {time}', { time: formatRelativeTime(used, lang) }) : t('Never used')}</Fact>
        <Fact>{t('Active users: {count}', { count: userCount })}</Fact>
        {ending?.expiresAt && (
          <Fact>
            {t('The earlier token (ending in {lastFour}) works until {date}', {
              lastFour: ending.lastFour,
              date: formatDate(ending.expiresAt, lang, true),
            })}
          </Fact>
        )}
      </p>
      {rotation.question || deletion.question || (
        <div className="lk-actions">
          {rotation.button}
          {deletion.button}
        </div>
      )}
    </Row>
  )
}

/** Shows the token for the only time. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useConnectionTranslate()
  const [isSafe, setIsSafe] = useState(false)
  return (
    <Dialog title={t('Your new token')}>
      <p className="lk-lead">
        {t("Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.")}
      </p>
      <CopyValues values={[{ name: t('Your new token'), value: token }]} />
      <Checkbox isChecked={isSafe} onChange={setIsSafe}>
        {t("I've stored the token in a safe place.")}
      </Checkbox>
      <Button kind="primary" wide isDisabled={!isSafe} onClick={onClose}>
        {t('Done')}
      </Button>
    </Dialog>
  )
}
